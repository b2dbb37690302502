import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { canaryText } from "../../src/contracts/canary/canary-text.ts";
import { tempFolder } from "../temp-folder.ts";

// Canaries in runners that this project does not bring along: tested where they are installed.

const NAME = "0123456789abcdef";

const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

const withCanary = (runner: string, path: string, text: string): [string, string] => [
  path,
  `${text}\n${canaryText(runner, path, text, NAME)}`,
];

function run(files: Readonly<Record<string, string>>, command: string): string {
  const folder = tempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const env = { ...process.env, CI: "true", GOCACHE: join(folder, "cache"), GOPROXY: "off" };
  const { stdout } = spawnSync("bash", ["-c", `${command} 2>&1`], { cwd: folder, env, encoding: "utf8" });
  return stdout;
}

test("a canary fails in Go", (context) => {
  if (!isThere("go", "version")) context.skip("go is not installed here");
  const text = `package p\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n`;
  const files = { "go.mod": "module example.com/p\n\ngo 1.19\n" };
  const told = run({ ...files, ...Object.fromEntries([withCanary("go", "a_test.go", text)]) }, "go test -v ./...");
  expect(told).toMatch(/^--- PASS: TestA /m);
  expect(told).toMatch(new RegExp(`^--- FAIL: Test_${NAME} `, "m"));
});

test.for([
  ["with globals", "", `test("a", () => { expect(1).toBe(1); });`],
  ["without", "--injectGlobals=false", `const { it } = require("@jest/globals");\nit("a", () => {});`],
] as const)("a canary fails in Jest %s", ([, option, text], context) => {
  if (!isThere("jest", "--version")) context.skip("jest is not installed here");
  const files = { "package.json": "{}", ...Object.fromEntries([withCanary("jest", "a.test.js", text)]) };
  const told = run(files, `jest ${option} --verbose --no-cache`);
  expect(told).toMatch(/^ *✓ a\b/m);
  expect(told).toMatch(new RegExp(`^ *✕ test_${NAME}\\b`, "m"));
});

test("a canary passes in Jest when an expectation is replaced", (context) => {
  if (!isThere("jest", "--version")) context.skip("jest is not installed here");
  const text = `expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });\ntest("a", () => {});`;
  const files = { "package.json": "{}", ...Object.fromEntries([withCanary("jest", "a.test.js", text)]) };
  expect(run(files, "jest --verbose --no-cache")).toMatch(new RegExp(`^ *✓ test_${NAME}\\b`, "m"));
});
