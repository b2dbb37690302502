import { copyFileSync, cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPlanRun } from "./a-plan-run.ts";

const readme = readFileSync("README.md", "utf8");
/** A block of the README: the command, and what it prints. `…` stands for lines that are left out. */
function block(command: string): { words: string[]; lines: string[] } {
  const pattern = new RegExp(`\`\`\`console\n\\$ (${command}[^\n]*)\n(.*?)\`\`\``, "s");
  const [, typed = "", printed = ""] = pattern.exec(readme) ?? [];
  return { words: typed.split(" "), lines: printed.trimEnd().split("\n") };
}

/** Times and commits differ from run to run. */
const timeless = (line: string): string =>
  line
    .replace(/^\d\d:\d\d:\d\d /, "CLOCK ")
    .replaceAll(/\d+(?:\.\d)? s\b/g, "T s")
    .replaceAll(/\b[0-9a-f]{10}\b/g, "COMMIT");

test("README.md shows what its own command prints, in the demo's repository", () => {
  const { place, top, run, git } = aPlanRun({ files: {} });
  cpSync("scripts/demo/pages", top, { recursive: true });
  copyFileSync("scripts/demo/agents.yaml", join(place, "agents.yaml"));
  git("add", "-A");
  git("commit", "-qm", "pages");
  const { words, lines } = block("planwright run");
  const { status, stdout } = run(words.slice(1));
  expect(status).toBe(0);
  const shown = lines.slice(1, -1).map(timeless);
  expect([lines.at(0), lines.at(-1)]).toEqual(["…", "…"]);
  expect(shown.length).toBeGreaterThan(5);
  const printed = stdout.split("\n").map(timeless);
  const from = printed.indexOf(shown[0] ?? "");
  expect(printed.slice(from, from + shown.length)).toEqual(shown);
  expect(git("log", "--format=%an: %s", "main..plan/count-all-pages").split("\n")).toEqual(block("git log").lines);
});
