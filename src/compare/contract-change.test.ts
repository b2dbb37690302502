import { describe, expect, test } from "vitest";
import type { Contract } from "../plan/model.ts";
import { contractChange } from "./contract-change.ts";

const contract = (command: string, fields: Partial<Contract> = {}): Contract => ({ command, exitCode: 0, ...fields });
const change = (before: string, after: string, then: Partial<Contract> = {}, now: Partial<Contract> = then) =>
  contractChange(contract(before, then), contract(after, now));

describe("weakened", () => {
  test.each([
    ["npm test", "npm test || true", "can no longer fail: `|| true` swallows it"],
    ["npm test", "npm test; true", "can no longer fail: it ends with `true`, which always succeeds"],
    ["npm test", "npm test &", "can no longer fail: `npm test &` is not waited for"],
    ["npm test", "true", "can no longer fail: `true` always succeeds"],
    ["npm test", "if npm test; then :; fi", "can no longer fail: `if npm test; then :; fi` always succeeds"],
    ["npm test", "# npm test", "has no command any more, so it cannot fail"],
    ["npm test", "", "has no command any more, so it cannot fail"],
    ["npm test", "npm test | cat", "no longer sees `npm test` fail: the pipe ends with `cat`"],
    ["npm test", "npm test || npm run smoke", "passes in another way too: `|| npm run smoke`"],
    ["a && b && c", "a && c", "no longer runs `b`"],
    ["a && b && c", "c", "no longer runs `a`, `b`"],
    ["a && b", "a", "no longer runs `b`"],
    ["a && b", "a && true", "no longer runs `b`"],
    ["a && b", "echo start; a", "no longer runs `b`"],
    ["x || y && z", "x || y", "no longer runs `z`"],
    ["a && b", "a; b", "no longer fails when `a` fails"],
    ["set -e\na\nb", "a\nb", "no longer fails when `a` fails"],
    ["set -e\na\nb", "set -e\nb", "no longer runs `a`"],
    ["set -e\na\nb", "set -e\na && b\necho done", "no longer fails when `a` fails"],
    ["set -o pipefail; a | grep b", "a | grep b", "runs without `set -o pipefail`"],
  ])("%j becomes %j", (before, after, why) => {
    expect(change(before, after)).toEqual({ way: "weakened", why });
  });

  test("by what the contract looks at", () => {
    const ab = { stdout: { kind: "contains", text: "ab" } } as const;
    const a = { stdout: { kind: "contains", text: "a" } } as const;
    expect(change("x", "x", ab, {})).toEqual({ way: "weakened", why: "no longer looks for `ab` in the output" });
    expect(change("x", "x", ab, a)).toEqual({ way: "weakened", why: "looks for `a` instead of `ab` in the output" });
    expect(change("x", "x", ab, { stdout: { kind: "matches", pattern: ".*" } }).way).toBe("weakened");
    expect(change("x", "x", {}, { exitCode: 1 }).way).toBe("weakened");
    expect(change("x", "x", { kind: "proves" }, { kind: "guards" }).way).toBe("weakened");
    expect(change("x", "x", { kind: "proves" }, {}).way).toBe("weakened");
    expect(change("x", "x", { kind: "guards" }, {}).way).toBe("weakened");
    expect(contractChange(contract("x"), undefined)).toEqual({ way: "weakened", why: "is removed" });
  });

  test("even when something else is stronger", () => {
    expect(change("a && b", "a", {}, { kind: "proves", timeout: 60 })).toEqual({
      way: "weakened",
      why: "no longer runs `b`; it may run 1m instead of the plan's usual time; it is now said to be one that `proves`",
    });
  });
});

describe("strengthened", () => {
  test.each([
    ["a", "a && b", "also runs `b`"],
    ["x || y", "x || y && z", "also runs `z`"],
    ["set -e\na", "set -e\na\nb && c", "also runs `b`, `c`"],
    ["cd x; a", "cd x; a && b", "also runs `b`"],
    ["npm test || true", "npm test", "can fail now"],
    ["true", "npm test", "can fail now"],
  ])("%j becomes %j", (before, after, why) => {
    expect(change(before, after)).toEqual({ way: "strengthened", why });
  });

  test("by what the contract looks at", () => {
    const ab = { stdout: { kind: "contains", text: "ab" } } as const;
    expect(change("x", "x", { stdout: { kind: "contains", text: "a" } }, ab).way).toBe("strengthened");
    expect(change("x", "x && y", {}, ab).way).toBe("strengthened");
    expect(change("x", "x", {}, { kind: "guards" }).way).toBe("strengthened");
    expect(contractChange(undefined, contract("x"))).toEqual({ way: "strengthened", why: "is new" });
  });
});

describe("changed, because nothing more can be told", () => {
  test.each([
    ["npm test", "npm run check"],
    ["a", "a; b"],
    ["a", "b && a"],
    ["a && b", "a && c"],
    ["a", "a && true"],
    ["set -e\na", "set -e\na; true"],
    ["set -e\na", "set -e\na\nb &\necho done"],
    ["a && b", "b && a"],
    ["a; b", "a && b"],
    ["set -e\na && b", "set -e\na && b\nc"],
    ["set -e\n{ a && b; }", "set -e\n{ a && b; }\nc"],
    ["set -e\n(a; b)", "set -e\n(a; b) && c"],
    ["set -e\n! a", "set -e\n! a\nc"],
    ["set -e\nf() { a && b; }\nf", "set -e\nf() { a && b; }\nf\nc"],
    ["{ set +e; }\nset -e\na", "{ set +e; }\nset -e\na\nb"],
    ["cat <<A\nx\nA", "cat <<A && b\ny\nA"],
    ["eval a", "eval a && b"],
    ["$X", "$X && b"],
    ["if a", "if a && b"],
    ["a # note", "a # note || b"],
    ["npm test", "npm test\u00a0"],
    ["npm test\\ ", "npm test\\"],
    ["npm  test", "npm test"],
    ["true", "echo ok"],
    ["npm test", "false"],
    ["false", "npm test"],
  ])("%j becomes %j", (before, after) => {
    expect(change(before, after).way).toBe("changed");
  });

  test.each([
    [{ exitCode: 1 }, { exitCode: 2 }],
    [{ exitCode: 1 }, { exitCode: 0 }],
    [{ timeout: 60 }, { timeout: 61 }],
    [{ kind: "guards" }, { kind: "proves" }],
    [{ stdout: { kind: "contains", text: "a" } }, { stdout: { kind: "contains", text: "b" } }],
    [{ stdout: { kind: "contains", text: "a" } }, { stdout: { kind: "matches", pattern: "a" } }],
    [{ stdout: { kind: "matches", pattern: "a" } }, { stdout: { kind: "matches", pattern: "ab" } }],
  ] satisfies [Partial<Contract>, Partial<Contract>][])("%j becomes %j", (then, now) => {
    expect(change("x", "x", then, now).way).toBe("changed");
  });

  test("a longer command where more than success is asked for", () => {
    expect(change("a", "a && b", { exitCode: 1 }).way).toBe("changed");
    expect(change("a", "a && cat log", { stdout: { kind: "contains", text: "ok" } }).way).toBe("changed");
  });

  test("says so", () => {
    expect(change("a", "b").why).toBe("is another command; whether it proves as much cannot be told");
  });
});

describe("the same", () => {
  test.each([
    ["npm test", "npm test"],
    ["npm test", "\n\n  npm test  \n"],
    ["a\nb", "a\nb\n\n"],
    ["npm test || true", "npm test || true\n"],
  ])("%j becomes %j", (before, after) => {
    expect(change(before, after).way).toBe("same");
  });

  test("of nothing and nothing", () => {
    expect(contractChange(undefined, undefined).way).toBe("same");
  });
});
