import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPlanRun } from "./a-plan-run.ts";

/** A block of a page: the command, and what it prints. `…` stands for lines that are left out. */
function block(page: string, command: string): { words: string[]; parts: string[][] } {
  const pattern = new RegExp(`\`\`\`console\n\\$ (${command}[^\n]*)\n(.*?)\`\`\``, "s");
  const [, typed = "", printed = ""] = pattern.exec(readFileSync(page, "utf8")) ?? [];
  const parts = printed.split(/^…$/m).map((part) => part.trim().split("\n"));
  return { words: typed.split(" "), parts: parts.filter(([first]) => first !== "") };
}

/** Times and commits differ from run to run. */
const timeless = (line: string): string =>
  line
    .replace(/^\d\d:\d\d:\d\d /, "CLOCK ")
    .replaceAll(/\d+(?:\.\d)? s\b/g, "T s")
    .replaceAll(/\b[0-9a-f]{10}\b/g, "COMMIT");

/** Each part of a block stands in the print as it is, line by line. */
function expectPrinted(parts: readonly string[][], print: string): void {
  const printed = print.split("\n").map(timeless);
  expect(parts).not.toEqual([]);
  for (const part of parts.map((lines) => lines.map(timeless))) {
    const from = printed.indexOf(part[0] ?? "");
    expect(printed.slice(from, from + part.length)).toEqual(part);
  }
}

test("README.md shows what its own plan comes to, in a repository with nothing but a commit", () => {
  const { top, run, git } = aPlanRun({ files: {} });
  copyFileSync("docs/slugs.yaml", join(top, "slugs.yaml"));
  const [, plan = ""] = /^````markdown\n(.*?)^````$/ms.exec(readFileSync("README.md", "utf8")) ?? [];
  writeFileSync(join(top, "plan.md"), plan);
  const { words, parts } = block("README.md", "planwright run");
  const { status, stdout, stderr } = run(words.slice(1));
  expect([status, stderr]).toEqual([0, stderr]);
  expectPrinted(parts, `${stdout}${stderr}`);
  expect(parts.flat().length).toBeGreaterThan(5);
  expect(git("log", "--format=%s", "plan/slugs-for-titles")).toMatch(/^plan accepted: task-2 — proven: /m);
});

test("docs/running.md shows what agents that lie come to, in the demo's repository", () => {
  const { place, top, run, git } = aPlanRun({ files: {} });
  cpSync("scripts/demo/pages", top, { recursive: true });
  copyFileSync("scripts/demo/agents.yaml", join(place, "agents.yaml"));
  git("add", "-A");
  git("commit", "-qm", "pages");
  const { words, parts } = block("docs/running.md", "planwright run");
  const { status, stdout } = run(words.slice(1));
  expect(status).toBe(0);
  expectPrinted(parts, stdout);
  expect(parts.flat().length).toBeGreaterThan(5);
  const logged = git("log", "--format=%an: %s", "main..plan/count-all-pages").split("\n");
  expect(logged).toEqual(block("docs/running.md", "git log").parts.flat());
  // Each step has an attempt that lies; none of them is believed.
  expect(stdout.match(/attempt 1 failed/g)).toHaveLength(2);
});
