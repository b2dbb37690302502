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
    ["set -e\na\nb", "set -e\na &\nb", "no longer waits for `a`, so it cannot see it fail"],
    ["set -e\na && b\nc", "set -e\na && b &\nc", "no longer waits for `b`, so it cannot see it fail"],
    ["set -eu\na\nb", "set -e\na\nb", "no longer sets `nounset`"],
    ["set -euo pipefail\na | b", "set -eo pipefail\na | b", "no longer sets `nounset`"],
    ["a && b || exit 1", "a || exit 1", "no longer runs `b`"],
    ["a || exit 1", "a || b", "passes in another way too: `|| b`"],
    ["false() { b; }\na", "false() { b; }\na || false", "passes in another way too: `|| false`"],
    ["set -o pipefail\na", "set -o pipefail\na || ! { b | true; }", "passes in another way too: `|| ! { b | true; }`"],
    ["a && b # note", "a # remark", "no longer runs `b`"],
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
    ["a || exit 1", "a && b || exit 1", "also runs `b`"],
    ["a # note", "a && b # note", "also runs `b`"],
    ["a\nb", "set -e\na\nb", "sets `errexit` now"],
    ["set -e\na\nb", "set -euo pipefail\na\nb", "sets `pipefail`, `nounset` now"],
    ["true", "npm test", "can fail now"],
  ])("%j becomes %j", (before, after, why) => {
    expect(change(before, after)).toEqual({ way: "strengthened", why });
  });

  test("even when what the output shows is looked at, by leaving it", () => {
    const test = { stdout: { kind: "contains", text: "ok" } } as const;
    expect(change("node --test x", "node --test x &", test)).toEqual({
      way: "weakened",
      why: "no longer waits for `node --test x`, so it cannot see it fail",
    });
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
    ["npm test", "npm test || { touch done; exit 1; }"],
    ["npm test", "npm test || { echo failed > done; exit 1; }"],
    ["npm test", "npm test || { echo $(echo ok > done); exit 1; }"],
    ["set -e\n(a; b)", "set -e\n(a; b) || exit 1"],
    ["set -e\ndiff <(a; b) c", "set -e\ndiff <(a; b) c || exit 1"],
    ["f() { a; }\nset -e\nf", "f() { a; }\nset -e\nf || exit 1"],
    ["set -u\na", "set -u\na || { echo $X; exit 1; }"],
    ["a # x\nb", "a\nb # x\nc"],
    ["set -e\na | b", "set -euo pipefail\na | b"],
    ["! a", "set -e\n! a"],
    ["a || b", "set -u\na || b"],
    ['test -z "$(b $X)"', 'set -u\ntest -z "$(b $X)"'],
    ["a &\nb", "set -e\na &\nb"],
    ["[ ! -o errexit ]", "set -e\n[ ! -o errexit ]"],
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

  test.each([
    [
      "npm test",
      "npm test || { touch x; exit 1; }",
      "ends with `|| { touch x; exit 1; }`, which runs when it fails and cannot make it pass",
    ],
    [
      "set -e\n(a; b)",
      "set -e\n(a; b) || exit 1",
      "ends with `|| exit 1`; whether it fails at the same things cannot be told",
    ],
    ["set -e\na | b", "set -euo pipefail\na | b", "sets `pipefail`, `nounset` now"],
    ["a; b", "a && b", "runs the same commands, joined in another way"],
    ["a  && b", "a && b", "runs the same commands, written in another way"],
  ])("%j becomes %j, in words", (before, after, why) => {
    expect(change(before, after)).toEqual({ way: "changed", why });
  });

  test("what cannot succeed may still have the status that is asked for", () => {
    expect(change("a", "a || exit 1", { exitCode: 1 })).toEqual({
      way: "weakened",
      why: "passes in another way too: `|| exit 1`",
    });
  });

  test("says so", () => {
    expect(change("a", "b").why).toBe("is another command; whether it proves as much cannot be told");
  });
});

describe("reworded", () => {
  test.each([
    ["npm test", "npm test || exit 1", "ends with `|| exit 1`, and passes exactly when it did"],
    ["npm test", "npm test || false", "ends with `|| false`, and passes exactly when it did"],
    ["npm test", "npm test || exit", "ends with `|| exit`, and passes exactly when it did"],
    [
      "a && b",
      "a && b || { echo failed; exit 1; }",
      "ends with `|| { echo failed; exit 1; }`, and passes exactly when it did",
    ],
    [
      "set -euo pipefail\na | b",
      "set -euo pipefail\na | b || { echo failed >&2; exit 1; } # stop here",
      "ends with `|| { echo failed >&2; exit 1; }`, and passes exactly when it did",
    ],
    ["(a; b)", "(a; b) || exit 1", "ends with `|| exit 1`, and passes exactly when it did"],
    ["npm test || exit 1", "npm test", "no longer ends with `|| exit 1`, and passes exactly when it did"],
    ["a || exit 1", "a || exit 2", "ends with `|| exit 2` instead of `|| exit 1`, and passes exactly when it did"],
  ])("%j becomes %j", (before, after, why) => {
    expect(change(before, after)).toEqual({ way: "reworded", why });
  });

  test.each([
    ["npm test", "npm test # all of them"],
    ["# all\nnpm test", "npm test"],
    ["a # note", "a # note || b"],
    ["set -e\na\nb", "set -e\n\n# first\na # this\n  # then\nb\n# done"],
    ["a && # then\nb", "a &&\nb"],
    ["if a; then\n  # now\n  b\nfi", "if a; then\n  b\nfi"],
    ["{ a # x\n}", "{ a # y\n}"],
    ["npm test || true", "npm test || true # for now"],
    ["echo '#' \"# $(b # c\n)\" # d", "echo '#' \"# $(b # c\n)\""],
  ])("%j becomes %j: only comments differ", (before, after) => {
    expect(change(before, after)).toEqual({ way: "reworded", why: "is the same: only comments differ" });
  });

  test.each([
    ["a '# x'", "a"],
    ["a \\# x", "a"],
    ["a x#y", "a x"],
    ["a \u0024{#x}", "a"],
    ["a $#", "a"],
    ["cat <<A\n# x\nA", "cat <<A\nA"],
    ["for x in a; do\n# x\n$x; done", "for x in a; do\n$x; done"],
  ])("%j becomes %j: more than comments", (before, after) => {
    expect(change(before, after).way).not.toBe("reworded");
  });

  test("beside something graver", () => {
    expect(change("a", "a || exit 1", {}, { timeout: 60 })).toEqual({
      way: "changed",
      why: "may run 1m instead of the plan's usual time; it ends with `|| exit 1`, and passes exactly when it did",
    });
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
