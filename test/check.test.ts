import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { aCheckout, check, fingerprintOf, gitIn, PROVEN, withMounts } from "./a-checkout.ts";
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

function stepOf(number: number, title: string, command: string, task = `${title}.`): string {
  return `
### ${number}. ${title}

**task:**
${task}

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
  expect(status).toBe(4);
});

describe("what a person reads", () => {
  const WORDS = `---
type: plan
---

# Numbers

## Protected Areas

- \`legal/**\`: not ours

## Steps
${stepOf(1, "Double a number", "node --test test/double.test.js")}
${stepOf(2, "Keep a readme", "test -f README.md")}
${stepOf(3, "Treble a number", "node --test test/treble.test.js", "Write `test/treble.test.js` and `src/treble.js`.")}
${stepOf(4, "Stay green", "grep -q numbers README.md").replace("**contract:**", "**contract:** guards")}
${stepOf(5, "Halve a number", "node --test test/halve.test.js")}
${stepOf(6, "Write a poem", "node --test test/poem.test.js", "Create `test/poem.test.js`.")}
${stepOf(7, "Test the words", "npm run tset")}
${stepOf(8, "Measure", "mesure-it --all")}
${stepOf(9, "Talk too much", "seq 30; printf 'red \\342\\200\\256 \\007alert\\n'; exit 3")}
${stepOf(10, `Go on ${"and on ".repeat(30)}`, `test -f ${"x".repeat(200)}`)}
${stepOf(11, "Think", "true").replace(/\*\*contract:.*/s, "")}`;

  /** One run for all of these tests. */
  let told: string | undefined;
  const stepOfReport = (number: number): string =>
    report()
      .split("\n\n")
      .find((part) => part.includes(` ${number}. `)) ?? "";

  function report(): string {
    if (told !== undefined) return told;
    const top = repository({ ...BASE, "plan.md": WORDS });
    write(top, {
      "src/double.js": "export const double = (n) => n * 2;\n",
      "src/treble.js": "export const treble = (n) => n * 3;\n",
      "test/treble.test.js": testOf("double", 0, 0),
      "test/halve.test.js": testOf("halve", 4, 4),
    });
    const { status, stdout, stderr } = planwright(["check", "plan.md"], top, { PLANWRIGHT_HOME: join(top, "../home") });
    expect([status, stderr]).toEqual([4, ""]);
    told = stdout;
    return told;
  }

  test("is what it means first, and then what it rests on", { timeout: 60_000 }, () => {
    const shown = report().split("\n\n");
    expect(shown[0]).toMatch(/^Numbers, 11 steps\ncompared with HEAD \([0-9a-f]{10}\), sandboxed by bubblewrap /);
    expect(stepOfReport(1)).toMatch(/^✓ proven {6}1\. Double a number\n {2}\$ node --test test\/double\.test\.js\n/);
    expect(stepOfReport(1)).toMatch(
      /\n {2}passes now \(1 test, [\d.]+ s\)\n {2}before the work: the only test fails: "doubles"/,
    );
    expect(stepOfReport(2)).toMatch(/^○ vacuous .*\n.*\n {2}passes \(.* s\), but it also passed before the work/);
    expect(stepOfReport(2)).toContain(
      "\n  → the new tests pass without the work, too; let them notice when it is missing",
    );
    expect(stepOfReport(3)).toMatch(/^○ hollow .*\n.*\n {2}passes \(1 test, .*with the work reverted and only/);
    expect(stepOfReport(4)).toMatch(/^✓ guarding .*\n.*\n {2}passes \(.* s\), as it did before: it guards/);
    expect(stepOfReport(5)).toMatch(/^✗ failing .*\n.*\n {2}the only test fails: "halves" .*: expected 2, got 4/);
    expect(stepOfReport(6)).toMatch(/^· not-done .*\n.*\n.*is not there\n.*\n {2}→ the step says that it makes this/);
    expect(stepOfReport(7)).toMatch(/^✗ broken .*\n.*\n {2}exit status 1: there is no script named "tset"/);
    expect(stepOfReport(8)).toMatch(/^✗ unrunnable .*\n.*\n {2}exit status 127: `mesure-it` is not installed/);
    expect(stepOfReport(11)).toMatch(/^· no-contract .*\n {2}it has no contract, so only a person can accept it/);
    expect(shown.at(-1)).toMatch(/^11 steps: 1 proven, 1 vacuous, 1 hollow, 1 guarding, /);
  });

  test("says once which change does not count, and why", () => {
    expect(stepOfReport(1)).toContain("judged without the change to test/halve.test.js: the step does not announce");
    expect(stepOfReport(1)).toContain("line 4: it expects 4, 4 where it expected 4, 2");
    expect(stepOfReport(5)).toContain("\n  also judged without the change to test/halve.test.js");
    expect(stepOfReport(2)).not.toContain("halve");
  });

  test("shows the last lines of a long output, and obeys none of them", () => {
    expect(stepOfReport(9)).toContain("exit status 3: red <U+202E> ");
    expect(stepOfReport(9).match(/^ {4}\S/gm)).toHaveLength(8);
    expect(stepOfReport(9)).toContain("\n    …\n    24\n    25\n");
    for (const character of "\x07\x1b\u202e") expect(report()).not.toContain(character);
  });

  test("cuts titles and commands to the width there is", () => {
    const [title = "", command = ""] = stepOfReport(10).split("\n");
    expect([title.length <= 100, command.length <= 100]).toEqual([true, true]);
    expect(title.endsWith("…") && command.endsWith("…")).toBe(true);
  });
});

test("names what was touched and must not be", () => {
  const plan = PLAN.replace("## Steps", "## Protected Areas\n\n- `legal/**`: not ours\n\n## Steps");
  const top = repository({ ...BASE, "plan.md": plan, "legal/terms.txt": "old\n" });
  write(top, { "legal/terms.txt": "new\n", "src/double.js": "export const double = (n) => n * 2;\n" });
  const { status, stdout } = planwright(["check", "plan.md", "1"], top, { PLANWRIGHT_HOME: join(top, "../home") });
  expect(stdout).toMatch(/^✗ tampered {4}1\. Double a number$/m);
  expect(stdout).toMatch(/^ {2}legal\/terms\.txt was changed, and must not be: /m);
  expect(status).not.toBe(0);
});

test("says what to do about a contract that always passes", () => {
  const top = repository(BASE);
  write(top, { "src/double.js": "export const double = (n) => n * 2;\n" });
  const { stdout } = planwright(["check", "plan.md", "2"], top, { PLANWRIGHT_HOME: join(top, "../home") });
  expect(stdout).toMatch(/^○ vacuous .*\n.*\n.*\n {2}→ let it ask for something that only the finished step has$/m);
});

test("says what to do where nothing has changed yet", () => {
  const top = repository(BASE);
  const { stdout } = planwright(["check", "plan.md", "2"], top, { PLANWRIGHT_HOME: join(top, "../home") });
  expect(stdout).toMatch(/^○ unchanged .*\n.*\n {2}passes \(.* s\), but nothing has changed since the base, so it/m);
  expect(stdout).toContain("→ do the work first, or say where it began: --base COMMIT");
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

test("needs nothing but to read the repository, and git works in its contracts", () => {
  // The work is in no commit, so git finds its content only among what the check itself has stored.
  const checkout = aCheckout([PROVEN, "git show :a.txt | grep -q new", "git diff HEAD -- a.txt | grep -q '^+new'"]);
  const { top } = checkout;
  const objects = join(top, ".git/objects");
  const stored = () => readdirSync(objects, { recursive: true }).sort();
  const before = [fingerprintOf(top), stored()];
  const { status, stdout, stderr } = readOnly(checkout);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("3 steps: 3 proven");
  expect([fingerprintOf(top), stored()]).toEqual(before);
  gitIn(top, "fsck", "--strict");
  // Where it may write again, it stores what it looks at with the rest, as ever.
  expect(check(checkout).status).toBe(0);
  expect(stored()).not.toEqual(before[1]);

  /** Root may write whatever the modes say, except on a file system that is read-only. */
  function readOnly(checkout: Parameters<typeof check>[0]) {
    if (process.getuid?.() === 0) {
      const mount = "mount --bind . .; mount -o remount,bind,ro .; cd ../repository";
      return withMounts(`${mount}; "$PW" check plan.md`, checkout);
    }
    const folders = [objects, ...readdirSync(objects).map((name) => join(objects, name))];
    for (const folder of folders) chmodSync(folder, 0o555);
    try {
      return check(checkout);
    } finally {
      for (const folder of folders) chmodSync(folder, 0o755);
    }
  }
});
