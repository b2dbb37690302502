import type { FileSet } from "../src/ports/dialect.ts";
import type { Chance } from "./random.ts";
import { tokens } from "./tokens.ts";

/** A plan made up from the grammar of one of the dialects, right in most places and wrong in some. */
export function grown(chance: Chance): FileSet {
  return chance.pick([stepsPlan, branchPlan, threadPlan, jsonPlan, reply])(chance);
}

const WORDS =
  "add the token check to login service so that expired ones are refused see `src/auth.ts` and `docs/a.md` before step 2".split(
    " ",
  );
const COMMANDS = [
  "npm test",
  "true",
  "pytest tests/test_a.py || true",
  "set -e\nmake\nmake test | tee log",
  "if test -f a; then exit 0; fi",
  "grep -q 'x' a.txt && ! grep -q y b.txt",
  "cat <<EOF\n$(date)\nEOF",
  'for f in *.ts; do node --check "$f" || exit 1; done',
  "curl https://example.org | sh",
  "rm -rf ../x",
  'echo "unterminated',
  "",
];
const VALUES = [
  "draft",
  "approved",
  "autonomous",
  "3",
  "5m",
  "0s",
  "true",
  "maybe",
  "coder",
  "[1, 2]",
  "[]",
  "retry(2), then escalate",
  "max 2k tokens, $1",
  "high",
  "null",
  "~",
  "'a: b'",
  "a: b",
  "{a: b}",
];
const KEYS =
  "status owner mode complexity infrastructure strict budget priority context max_retries_per_task verification_timeout protected_areas target agent track depends_on subscriptions needs timeout work_timeout on_fail id title subtasks files contract exit_code stdout kind result fail-count type nonsense".split(
    " ",
  );

function words(chance: Chance, most = 14): string {
  return Array.from({ length: 1 + chance.under(most) }, () =>
    chance.onceIn(25) ? chance.pick(tokens) : chance.pick(WORDS),
  ).join(" ");
}

function prose(chance: Chance): string {
  const block = (): string =>
    chance.pick([
      () => words(chance),
      () => `- ${words(chance)}\n- [ ] ${words(chance)}`,
      () => `${"#".repeat(1 + chance.under(6))} ${words(chance, 4)}`,
      () => `\`\`\`\n${chance.pick(COMMANDS)}\n\`\`\``,
      () => `> ${words(chance)}`,
      () => `<!-- ${words(chance)} -->`,
      () => `**${chance.pick(KEYS)}:** ${chance.pick(VALUES)}`,
    ])();
  return Array.from({ length: chance.under(4) }, block).join("\n\n");
}

function frontmatter(chance: Chance, ...first: string[]): string {
  const lines = Array.from({ length: chance.under(5) }, () => {
    const key = chance.pick(KEYS);
    return chance.onceIn(6)
      ? `${key}:\n  - ${words(chance, 4)}\n  - name: ${words(chance, 2)}`
      : `${key}: ${chance.pick(VALUES)}`;
  });
  return chance.onceIn(15) ? "" : `---\n${[...first, ...lines].join("\n")}\n---\n`;
}

function some<T>(chance: Chance, most: number, make: (index: number) => T): T[] {
  return Array.from({ length: chance.under(most + 1) }, (_, index) => make(index));
}

function stepsPlan(chance: Chance): FileSet {
  const steps = some(chance, 6, (index) => {
    const lines = some(chance, 5, () => `**${chance.pick(KEYS)}:** ${chance.pick(VALUES)}`);
    const contract = `**contract:**${chance.onceIn(4) ? " guards" : ""}\n\`\`\`shell\n${chance.pick(COMMANDS)}\n\`\`\`\n${chance.pick(["exit_code == 0", "exit_code == 1", 'stdout contains "a"', "stdout matches /(a/", ""])}`;
    return `### ${chance.pick([String(index + 1), String(index + 1), "3–N", "N+1", "x"])}. ${words(chance, 5)}\n\n${lines.join("\n")}\n\n**task:**\n${prose(chance)}\n\n${chance.onceIn(5) ? "" : contract}`;
  });
  const text = `${frontmatter(chance, "type: plan")}\n# ${words(chance, 5)}\n\n${prose(chance)}\n\n## Steps\n\n${steps.join("\n\n")}\n`;
  return { root: "plan.md", files: [{ path: "plan.md", text }] };
}

function branchPlan(chance: Chance): FileSet {
  const tasks = some(chance, 5, (index) => {
    const name = `task-0${index + 1}${chance.onceIn(4) ? ".done" : ""}.md`;
    const sections = some(
      chance,
      6,
      () =>
        `## ${chance.pick(["What", "How", "Files to Change", "Files to Add", "Files Must Not Touch", "Verification", "Verifcation", "Notes"])}\n\n${chance.pick([prose, () => `- \`src/${index}.ts\` — ${words(chance, 4)}`, () => `Command: \`${chance.pick(COMMANDS)}\`\nTimeout: ${chance.pick(VALUES)}\nExpected: ${words(chance)}`])(chance)}`,
    );
    return {
      name,
      file: { path: `plan/${name}`, text: `${frontmatter(chance, "status: pending")}\n${sections.join("\n\n")}\n` },
    };
  });
  const rows = tasks.map(
    ({ name }, index) => `| ${index + 1} | ${name} | ${chance.pick(["pending", "done", "x"])} | ${words(chance, 3)} |`,
  );
  const overview = `${frontmatter(chance)}\n# ${words(chance, 4)}\n\n## What\n\n${prose(chance)}\n\n## Architecture & Design Decisions\n\n${prose(chance)}\n\n## Protected Areas\n\n- ${words(chance, 3)}: \`src/${chance.pick(["pay/", "**", "*.ts"])}\`\n\n## Task List\n\n| # | Task File | Status | Result |\n|---|---|---|---|\n${rows.join("\n")}\n`;
  return { root: "plan", files: [{ path: "plan/overview.md", text: overview }, ...tasks.map(({ file }) => file)] };
}

function threadPlan(chance: Chance): FileSet {
  const tasks = some(chance, 6, (index) => ({
    path: `plan/tasks/${chance.pick([`0${index + 1}`, "01", "7"])}-${chance.pick(["a", "set-up", "B c"])}.md`,
    text: `${frontmatter(chance, `id: ${chance.pick(["a", "b", `step-${index}`, "X Y"])}`, ...(chance.onceIn(3) ? [`contract: |\n  ${chance.pick(COMMANDS).replaceAll("\n", "\n  ")}`] : []))}\n${prose(chance)}\n\n## How\n\n${prose(chance)}\n`,
  }));
  return {
    root: "plan",
    files: [
      { path: "plan/plan.md", text: `${frontmatter(chance, `title: ${words(chance, 4)}`)}\n${prose(chance)}\n` },
      ...tasks,
    ],
  };
}

function jsonValue(chance: Chance, depth: number): unknown {
  if (depth === 0 || chance.onceIn(2))
    return chance.pick([chance.pick(VALUES), words(chance, 5), chance.under(10), true, null, -1.5, ""]);
  if (chance.onceIn(2)) return some(chance, 4, () => jsonValue(chance, depth - 1));
  return Object.fromEntries(some(chance, 4, () => [chance.pick(KEYS), jsonValue(chance, depth - 1)]));
}

function jsonText(chance: Chance): string {
  const own = (): Record<string, unknown> => ({
    ...Object.fromEntries(some(chance, 5, () => [chance.pick(KEYS), jsonValue(chance, 3)])),
    ...(chance.onceIn(2) && {
      contract: chance.pick([chance.pick(COMMANDS), { command: chance.pick(COMMANDS), stdout: jsonValue(chance, 2) }]),
    }),
    ...(chance.onceIn(3) && { files: jsonValue(chance, 3) }),
    ...(chance.onceIn(20) && { origin: { dialect: "steps", files: [{ path: "plan.md", text: prose(chance) }] } }),
  });
  const steps = some(chance, 5, (index) =>
    chance.onceIn(10)
      ? jsonValue(chance, 2)
      : {
          step_number: index + 1,
          action: prose(chance),
          reason: words(chance),
          ...(chance.onceIn(2) && { planwright: own() }),
        },
  );
  const plan = {
    goal: words(chance),
    steps,
    ...(chance.onceIn(3) && { risks: jsonValue(chance, 2) }),
    ...(chance.onceIn(2) && { planwright: own() }),
  };
  return JSON.stringify(plan, null, chance.pick([0, 2, 4]));
}

const jsonPlan = (chance: Chance): FileSet => ({
  root: "plan.json",
  files: [{ path: "plan.json", text: jsonText(chance) }],
});

function reply(chance: Chance): FileSet {
  const fenced = (): string => (chance.onceIn(3) ? jsonText(chance) : `\`\`\`json\n${jsonText(chance)}\n\`\`\``);
  const parts = [prose(chance), fenced(), prose(chance), ...(chance.onceIn(5) ? [fenced()] : [])];
  return { root: "reply.txt", files: [{ path: "reply.txt", text: parts.join("\n\n") }] };
}
