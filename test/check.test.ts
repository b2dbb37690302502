import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { planwright } from "./cli.ts";
import { tempFolder } from "./temp-folder.ts";

const PLAN = `---
type: plan
---

# Numbers

## Steps
${stepOf(1, "Double a number", "node --test test/double.test.js")}
${stepOf(2, "Keep a readme", "test -f README.md")}
${stepOf(3, "Test the words", "npm run tset")}
${stepOf(4, "Measure", "mesure-it --all")}
${stepOf(5, "Halve a number", "node --test test/halve.test.js")}`;

function stepOf(number: number, title: string, command: string): string {
  return `
### ${number}. ${title}

**task:**
${title}.

**contract:**
\`\`\`shell
${command}
\`\`\`
exit_code == 0
`;
}

const BASE = {
  "package.json": `{ "type": "module", "scripts": { "test": "node --test" } }\n`,
  "README.md": "# numbers\n",
  "src/double.js": "export const double = (n) => n;\n",
  "src/halve.js": "export const halve = (n) => n;\n",
  "test/double.test.js": testOf("double", 2, 4),
  "test/halve.test.js": testOf("halve", 4, 2),
  "plan.md": PLAN,
};

function testOf(name: string, given: number, wanted: number): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { ${name} } from "../src/${name}.js";
test("${name}s", () => assert.equal(${name}(${given}), ${wanted}));
`;
}

test("says five different true things about five contracts", () => {
  const top = repository(BASE);
  write(top, { "src/double.js": "export const double = (n) => n * 2;\n" });
  const { status, stdout } = planwright(["check", "plan.md", "--json"], top, { PLANWRIGHT_HOME: join(top, "../home") });
  const { steps } = JSON.parse(stdout);
  expect(steps.map((step: { conclusion: string }) => step.conclusion)).toEqual([
    "proven",
    "vacuous",
    "broken",
    "unrunnable",
    "failing",
  ]);
  expect(status).toBe(1);
});

function repository(files: Record<string, string>): string {
  const top = join(tempFolder(), "repository");
  write(top, files);
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "base"],
  ])
    git(top, args);
  return top;
}

function write(top: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
}

function git(top: string, args: readonly string[]): void {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  const { status, stderr } = spawnSync("git", [...identity, ...args], { cwd: top, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}
