import { copyFileSync, cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPlanRun } from "./a-plan-run.ts";

const readme = readFileSync("README.md", "utf8");
const block = (command: string): string[] =>
  (new RegExp(`\`\`\`console\n\\$ ${command}[^\n]*\n(.*?)\`\`\``, "s").exec(readme)?.[1] ?? "").trimEnd().split("\n");

/** Times and commits differ from run to run. */
const timeless = (line: string): string =>
  line
    .replace(/^\d\d:\d\d:\d\d /, "")
    .replaceAll(/\d+\.\d s/g, "T s")
    .replaceAll(/\b[0-9a-f]{10}\b/g, "COMMIT");

test("README.md shows what the demo's agents really come to", () => {
  const { place, top, run, git } = aPlanRun({ files: {} });
  cpSync("scripts/demo/pages", top, { recursive: true });
  copyFileSync("scripts/demo/agents.yaml", join(place, "agents.yaml"));
  git("add", "-A");
  git("commit", "-qm", "pages");
  const agent = ["--agent", "scripted:../agents.yaml"];
  const { status, stdout } = run(["run", "plan.md", "--yes", "--mode", "autonomous", ...agent]);
  expect(status).toBe(0);
  const lines = stdout.split("\n").map(timeless);
  const shown = block("planwright run").map(timeless);
  expect(shown.length).toBeGreaterThan(5);
  expect(lines).toEqual(expect.arrayContaining(shown));
  expect(git("log", "--format=%an: %s", "main..plan/count-all-pages").split("\n")).toEqual(block("git log"));
});
