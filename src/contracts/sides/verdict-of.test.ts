import { describe, expect, test } from "vitest";
import { aContract } from "../../plan/a-plan.testkit.ts";
import type { Exit } from "../../record/exit.ts";
import type { KeptText, Observation, TestReport } from "../../record/observation.ts";
import { verdictOf } from "./verdict-of.ts";

const kept = (head: string, fields: Partial<KeptText> = {}): KeptText => ({ head, tail: "", dropped: 0, ...fields });
const seen = (exit: Exit, stdout: KeptText | string = ""): Observation => {
  const text = typeof stdout === "string" ? kept(stdout) : stdout;
  return { exit, milliseconds: 1, stdout: text, log: text, seen: null };
};
const exited = (code: number, stdout: KeptText | string = ""): Observation => seen({ kind: "exited", code }, stdout);
const report = (passed: number, failed = 0, skipped = 0, isComplete = true): TestReport => ({
  runner: "vitest",
  counts: { passed, failed, skipped },
  isComplete,
  failures: [],
});
const silent = { expected: null, report: null };
const plain = aContract({ command: "./check" });

describe("without tests to count", () => {
  test("the exit status decides", () => {
    expect(verdictOf(plain, exited(0), silent)).toEqual({ status: "passed" });
    expect(verdictOf(plain, exited(1), silent)).toMatchObject({ status: "failed", reason: "exit-code" });
    expect(verdictOf({ ...plain, exitCode: 3 }, exited(3), silent)).toEqual({ status: "passed" });
    expect(verdictOf({ ...plain, exitCode: 3 }, exited(0), silent)).toMatchObject({ status: "failed" });
  });

  test("stdout must say what was asked for", () => {
    const contains = aContract({ command: "./check", stdout: { kind: "contains", text: "all well" } });
    expect(verdictOf(contains, exited(0, "it is all well\n"), silent)).toEqual({ status: "passed" });
    expect(verdictOf(contains, exited(0, "it is all wel"), silent)).toMatchObject({
      status: "failed",
      reason: "stdout",
    });
    const matches = aContract({ command: "./check", stdout: { kind: "matches", pattern: "^v\\d+$" } });
    expect(verdictOf(matches, exited(0, "v12"), silent)).toEqual({ status: "passed" });
    expect(verdictOf(matches, exited(0, "v12."), silent)).toMatchObject({ status: "failed", reason: "stdout" });
  });

  test("colours in stdout are not in the way of what was asked for", () => {
    const coloured = "\u001b[1m\u001b[32mall\u001b[39m\u001b[22m well\n";
    const contains = aContract({ command: "./check", stdout: { kind: "contains", text: "all well" } });
    expect(verdictOf(contains, exited(0, coloured), silent)).toEqual({ status: "passed" });
    const escapes = aContract({ command: "./check", stdout: { kind: "contains", text: "\u001b[32mall" } });
    expect(verdictOf(escapes, exited(0, coloured), silent)).toEqual({ status: "passed" });
    const matches = aContract({ command: "./check", stdout: { kind: "matches", pattern: "^all well\\s*$" } });
    expect(verdictOf(matches, exited(0, coloured), silent)).toEqual({ status: "passed" });
  });

  test("what was not kept of stdout is said", () => {
    const contains = aContract({ command: "./check", stdout: { kind: "contains", text: "yes" } });
    expect(verdictOf(contains, exited(0, kept("no", { tail: "yes", dropped: 5 })), silent)).toEqual({
      status: "passed",
    });
    expect(verdictOf(contains, exited(0, kept("no", { tail: "no", dropped: 5 })), silent)).toMatchObject({
      told: expect.stringContaining("5 bytes in the middle were not kept"),
    });
  });
});

describe("with tests to count", () => {
  const contract = aContract({ command: "npx vitest run" });
  const judged = (code: number, found: TestReport | null) =>
    verdictOf(contract, exited(code), { expected: "vitest", report: found });

  test("they must have run, and none may fail", () => {
    expect(judged(0, report(3))).toEqual({ status: "passed" });
    expect(judged(0, report(3, 0, 2))).toEqual({ status: "passed" });
    expect(judged(1, report(2, 1))).toMatchObject({ status: "failed", reason: "exit-code" });
  });

  test("exit status 0 does not outweigh a test that fails", () => {
    expect(judged(0, report(2, 1))).toMatchObject({ status: "failed", reason: "tests" });
  });

  test("a run without tests, or with none but skipped ones, shows nothing", () => {
    expect(judged(0, report(0))).toMatchObject({ status: "unverified", reason: "no-tests" });
    expect(judged(0, report(0, 0, 4))).toMatchObject({ status: "unverified", told: "all 4 tests were skipped" });
  });

  test("a runner that never said how it ended is not believed", () => {
    expect(judged(0, null)).toMatchObject({ status: "unverified", reason: "no-report" });
    expect(judged(0, report(3, 0, 0, false))).toMatchObject({ status: "unverified", reason: "no-report" });
  });

  test("a contract that asks for failing tests may have them", () => {
    const reading = { expected: "vitest", report: report(2, 1) };
    expect(verdictOf(aContract({ command: "! npx vitest run" }), exited(0), reading)).toEqual({ status: "passed" });
    const wanted = aContract({ command: "npx vitest run", exitCode: 1 });
    expect(verdictOf(wanted, exited(1), reading)).toEqual({ status: "passed" });
  });

  test.each([
    "! grep -q TODO src/a.js && npx vitest run",
    "test ! -e src/old.js && npx vitest run",
    "[ ! -e src/old.js ] && npx vitest run",
    "find src ! -name '*.js' && npx vitest run",
    "echo 'go ! ' && npx vitest run",
  ])("another `!` in the command does not excuse tests that fail or never ran: %s", (command) => {
    const contract = aContract({ command });
    const failing = { expected: "vitest", report: report(2, 1) };
    expect(verdictOf(contract, exited(0), failing)).toMatchObject({ status: "failed", reason: "tests" });
    const silently = { expected: "vitest", report: null };
    expect(verdictOf(contract, exited(0), silently)).toMatchObject({ status: "unverified", reason: "no-report" });
  });

  test.each(["! timeout 60 npx vitest run", "bash -c '! npx vitest run'", "! bash -c 'npx vitest run'", "! ./check"])(
    "a `!` before what may run tests asks for a failure: %s",
    (command) => {
      const reading = { expected: "vitest", report: report(2, 1) };
      expect(verdictOf(aContract({ command }), exited(0), reading)).toEqual({ status: "passed" });
    },
  );
});

test.each([
  ["seconds", "timeout"],
  ["memory", "memory"],
  ["output", "output-limit"],
  ["disk", "disk"],
  ["caller", "signal"],
] as const)("a run stopped by %s has failed: %s", (by, reason) => {
  expect(verdictOf(plain, seen({ kind: "stopped", by }), silent)).toMatchObject({ status: "failed", reason });
});

test("a run ended by a signal has failed, whatever was counted before", () => {
  const reading = { expected: "vitest", report: report(3) };
  expect(verdictOf(plain, seen({ kind: "signalled", signal: "SIGSEGV" }), reading)).toMatchObject({
    status: "failed",
    reason: "signal",
  });
});

test("a command that is not there was not run, also where a failure is wanted", () => {
  const output = "bash: line 1: pytset: command not found\n";
  for (const exitCode of [0, 127])
    expect(verdictOf(aContract({ command: "pytset", exitCode }), exited(127, output), silent)).toMatchObject({
      status: "unverified",
      reason: "missing-tool",
    });
});

test("a runner that nobody expected and that was cut short is not believed either", () => {
  const reading = { expected: null, report: report(3, 0, 0, false) };
  expect(verdictOf(plain, exited(0), reading)).toMatchObject({ status: "unverified", reason: "no-report" });
});

test("what stands before and behind the part that was not kept is never read as one", () => {
  const matches = aContract({ command: "./check", stdout: { kind: "matches", pattern: "v12" } });
  const contains = aContract({ command: "./check", stdout: { kind: "contains", text: "v12" } });
  for (const contract of [matches, contains])
    expect(verdictOf(contract, exited(0, kept("v1", { tail: "2", dropped: 9 })), silent)).toMatchObject({
      status: "failed",
      reason: "stdout",
    });
});

test("a pattern that never comes to an end is no match", { timeout: 60_000 }, () => {
  const hurt = aContract({ command: "./check", stdout: { kind: "matches", pattern: "^(a+)+$" } });
  expect(verdictOf(hurt, exited(0, `${"a".repeat(60)}!`), silent)).toMatchObject({
    status: "failed",
    told: expect.stringContaining("takes for ever"),
  });
});
