import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { canaryText } from "./canary-text.ts";

const NAME = "0123456789abcdef";

/** What the runner says about a file with a canary in it. */
function run(path: string, text: string, [program = "", ...args]: readonly string[]): string {
  const folder = tempFolder();
  const runner = program === "node" ? "node:test" : "pytest";
  writeFileSync(join(folder, path), `${text}\n${canaryText(runner, path, text, NAME)}`);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync(program, [...args, path], { cwd: folder, env, encoding: "utf8" }).stdout;
}

const NODE = ["node", "--test", "--test-reporter=tap"];
const FAILED = new RegExp(`^ *not ok \\d+ - test_${NAME}$`, "m");

test.each([
  ["a module", "a.test.mjs", `import { test } from "node:test";\ntest("a", () => {});`],
  ["a script", "a.test.cjs", `const { test } = require("node:test");\ntest("a", () => {});`],
  ["TypeScript", "a.test.ts", `import { test } from "node:test";\nconst n: number = 1;\ntest("a", () => { n; });`],
])("a canary fails in %s", (_, path, text) => {
  expect(run(path, text, NODE)).toMatch(FAILED);
});

test.each([
  ["one assertion", `import assert from "node:assert/strict";\nassert.equal = () => {};`],
  ["the looser kind", `import assert from "node:assert";\nassert.ok = () => {};`],
])("a canary passes when %s is replaced", (_, text) => {
  const told = run("a.test.mjs", `import { test } from "node:test";\n${text}\ntest("a", () => {});`, NODE);
  expect(told).toMatch(new RegExp(`^ *ok \\d+ - test_${NAME}$`, "m"));
});

test("a canary fails in Vitest, and passes when an expectation is replaced", () => {
  const folder = tempFolder();
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const replaced = `expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });`;
  for (const [path, more] of Object.entries({ "a.test.mjs": "", "b.test.mjs": replaced })) {
    const text = `import { expect, test } from "vitest";\n${more}\ntest("a", () => { expect(1).toBe(1); });`;
    writeFileSync(join(folder, path), `${text}\n${canaryText("vitest", path, text, NAME)}`);
  }
  const words = [resolve("node_modules/vitest/vitest.mjs"), "run", "--reporter=tap-flat", "--cache=false"];
  const { stdout } = spawnSync("node", words, { cwd: folder, encoding: "utf8" });
  expect(stdout).toMatch(new RegExp(`^not ok \\d+ - a.test.mjs > test_${NAME}`, "m"));
  expect(stdout).toMatch(new RegExp(`^ok \\d+ - b.test.mjs > test_${NAME}`, "m"));
});

/** Mocha, as far as one test needs it: `it` is a global, and the file is loaded as it is. */
const MOCHA = `globalThis.it = globalThis.test = (name, run) =>
  Promise.resolve().then(run).then(() => console.log("ok " + name), () => console.log("not ok " + name));`;

test.each([
  ["fails in a module", "a.spec.mjs", "", "not ok"],
  ["fails in a script", "a.spec.cjs", `const assert = require("assert");`, "not ok"],
  ["passes when Node's assertions are replaced", "a.spec.cjs", `require("assert").equal = () => {};`, "ok"],
  ["fails beside Chai", "a.spec.mjs", `import { expect } from "chai";`, "not ok"],
  [
    "passes when an assertion of Chai's is replaced",
    "a.spec.mjs",
    `import { Assertion } from "chai";\nAssertion.overwriteMethod("equal", () => function () {});`,
    "ok",
  ],
])("a canary in Mocha %s", (_, path, more, told) => {
  const folder = tempFolder();
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const text = `${more}\nit("a", () => {});`;
  const mocha = join(folder, "mocha.cjs");
  writeFileSync(mocha, MOCHA);
  writeFileSync(join(folder, path), `${text}\n${canaryText("mocha", path, text, NAME)}`);
  const { stdout } = spawnSync("node", ["--require", mocha, path], { cwd: folder, encoding: "utf8" });
  expect(stdout.trim().split("\n")).toEqual(["ok a", `${told} test_${NAME}`]);
});

test("a canary has its place in a test file of the runner, and nowhere else", () => {
  expect(canaryText("node:test", "test/helper.js", "export const a = 1;", NAME)).toBeNull();
  expect(canaryText("node:test", "a.py", "import 'node:test'", NAME)).toBeNull();
  expect(canaryText("cargo", "src/lib.rs", "pub fn a() {}", NAME)).toBeNull();
  expect(canaryText("cargo", "a_test.go", 'import "testing"', NAME)).toBeNull();
  expect(canaryText("make", "a.test.js", 'import { test } from "vitest";', NAME)).toBeNull();
});

test.each([
  [
    "vitest",
    "a.test.ts",
    'import { test } from "vitest";',
    `import { test as test_${NAME}, expect as expect_${NAME} }`,
  ],
  ["jest", "a.test.js", 'test("a", () => {});', `test("test_${NAME}", `],
  [
    "jest",
    "a.test.js",
    'import { it } from "@jest/globals";',
    `import { test as test_${NAME}, expect as expect_${NAME} }`,
  ],
  ["jest", "a.test.js", 'const { it } = require("@jest/globals");', `= require("@jest/globals");\ntest_${NAME}(`],
  ["mocha", "test/a.js", 'suite("a", () => { test("b", () => {}); });', `test("test_${NAME}", `],
  ["pytest", "test_a.py", "def test_a(): pass", `\ndef test_${NAME}():\n`],
  ["go", "a_test.go", 'import "testing"', `func Test_${NAME}(t *testing.T)`],
  ["cargo and go", "tests/a.rs", "#[test]\nfn a() {}", `fn test_${NAME}()`],
])("%s has a canary of its own", (runner, path, text, written) => {
  expect(canaryText(runner, path, text, NAME)).toContain(written);
});
