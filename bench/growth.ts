import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { verifyPaths } from "../src/app/plans/verify.ts";
import type { Benchmark, Figure } from "./figure.ts";
import { planOf } from "./plan-of.ts";

/**
 * How the time of `verify` grows with a plan's size: 1 means twice the text takes twice the time. Measured inside one
 * process that is warm, so that start-up does not make the small plan look slow.
 */
export const growth: Benchmark = (folder) =>
  Object.entries(makers).flatMap(([dialect, make]): Figure[] => {
    const measure = (size: number, runs: number): Point => {
      const plan = place(folder, `${dialect}-${size}`, make(size));
      const times = Array.from({ length: runs }, () => timeOf(plan.path)).sort((a, b) => a - b);
      return { size: plan.size, time: times[Math.floor(runs / 2)] ?? Number.NaN };
    };
    const small = measure(10_000, 61);
    const middle = measure(1_000_000, 3);
    const large = measure(10_000_000, 1);
    return [
      { name: `verify 10 MB, ${dialect}`, measured: large.time, unit: "ms" },
      { name: "  exponent, 10 kB to 10 MB", measured: exponent(small, large), unit: "", goal: 1.1 },
      { name: "  exponent, 1 MB to 10 MB", measured: exponent(middle, large), unit: "" },
    ];
  });

type Point = { size: number; time: number };

const exponent = (a: Point, b: Point): number => Math.log(b.time / a.time) / Math.log(b.size / a.size);

function timeOf(path: string): number {
  const began = performance.now();
  const { plans } = verifyPaths([path]);
  if (plans.length !== 1) throw new Error(`${path} is no plan`);
  return performance.now() - began;
}

type Files = Record<string, string>;

function place(folder: string, name: string, files: Files): { path: string; size: number } {
  const entries = Object.entries(files);
  for (const [path, text] of entries) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return { path: join(folder, name), size: entries.reduce((sum, [, text]) => sum + text.length, 0) };
}

/** Plans of about that many bytes. Steps and JSON grow by steps, the folders by the length of their tasks as well. */
const makers: Record<string, (size: number) => Files> = {
  steps: (size) => ({ "plan.md": planOf(Math.round(size / 330)) }),
  branch: (size) => {
    const numbers = Array.from({ length: TASKS }, (_, index) => String(index + 1).padStart(2, "0"));
    const rows = numbers.map((number) => `| ${Number(number)} | task-${number}.md | pending | — |`);
    const overview = `# Write the chapters\n\n## What\n\nA book.\n\n## Task List\n\n| # | Task File | Status | Result |\n|---|---|---|---|\n${rows.join("\n")}\n`;
    const tasks = numbers.map((number) => [
      `task-${number}.md`,
      `---\nstatus: pending\n---\n\n## What\n\n${prose(size / TASKS, number)}\n\n## Verification\n\nCommand: \`grep -q "Chapter ${number}" book/${number}.txt\`\n`,
    ]);
    return { "overview.md": overview, ...Object.fromEntries(tasks) };
  },
  thread: (size) => {
    const tasks = Array.from({ length: TASKS }, (_, index) => String(index + 1).padStart(2, "0")).map((number) => [
      `tasks/${number}-chapter.md`,
      `---\nid: chapter-${number}\ncontract: grep -q "Chapter ${number}" book/${number}.txt\n---\n\n${prose(size / TASKS, number)}\n`,
    ]);
    return { "plan.md": "---\ntitle: Write the chapters\n---\n\nA book.\n", ...Object.fromEntries(tasks) };
  },
  json: (size) => {
    const steps = Array.from({ length: Math.round(size / 330) }, (_, index) => ({
      step_number: index + 1,
      action: `Write \`book/${index + 1}.txt\` so that it follows on from the chapter before it.`,
      reason: "The book needs it.",
      planwright: { contract: { command: `grep -q "Chapter ${index + 1}" book/${index + 1}.txt` } },
    }));
    return { "plan.json": JSON.stringify({ goal: "Write the chapters.", steps }, null, 2) };
  },
};

const TASKS = 20;

/** Paragraphs, lists and code, about that many characters of them. */
function prose(size: number, number: string): string {
  const block = `Write \`book/${number}.txt\` so that it follows on from the chapter before it, in the same voice.\n\n- names stay as they are\n- no chapter ends on a question\n\n\`\`\`text\nChapter ${number}\n\`\`\`\n\n`;
  return block.repeat(Math.max(1, Math.round((size - 150) / block.length))).trimEnd();
}
