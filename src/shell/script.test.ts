import { expect, test } from "vitest";
import { findingsOf } from "../verifier/rules/contract-rule.testkit.ts";
import { contractSyntax } from "../verifier/rules/contract-syntax.ts";
import { parseScript } from "./script.ts";

test.each([
  "{".repeat(200),
  `test -s a.md && ${"$(".repeat(100)}`,
  "f() ".repeat(20_000),
  `echo ${'{"a":'.repeat(4000)}`,
])("a script nested beyond reason is not read, and says so (%#)", (command) => {
  expect(parseScript(command).faults).toMatchObject([{ message: "nested too deep to be read" }]);
});

test("a long payload is read", () => {
  const payload = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id, name: "x".repeat(50) })));
  expect(parseScript(`curl -d '${payload}' http://localhost/`).faults).toEqual([]);
});

test("what nobody could look at is reported, even where bash would accept it", () => {
  expect(findingsOf(contractSyntax, "{".repeat(200))).toHaveLength(1);
});
