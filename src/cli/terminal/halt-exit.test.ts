import { expect, test } from "vitest";
import type { Question } from "../../app/hosting/go-on.ts";
import { exitCodeOf } from "./halt-exit.ts";

const asked = (over: Question["over"], kind: Question["kind"] = "escalation"): Question => ({
  ...{ id: "words-000000:1", run: "words-000000", step: "1", over, kind },
  ...{ severity: "major", headline: "", context: [], options: [], suggestion: null },
});

test.each([
  ["done", 0],
  ["failed", 1],
  ["cancelled", 1],
  ["paused", 3],
  ["waiting", 3],
  ["stopped", 130],
] as const)("a run that is %s ends with %i", (halt, code) => {
  expect(exitCodeOf({ halt, open: [] })).toBe(code);
});

test("the most specific question decides, whatever else waits", () => {
  const codeFor = (...open: Question[]): number => exitCodeOf({ halt: "waiting", open });
  expect(codeFor(asked("checkpoint"))).toBe(3);
  expect(codeFor(asked("checkpoint"), asked("unverified"))).toBe(4);
  expect(codeFor(asked("unverified"), asked("exhausted", "budget"))).toBe(5);
  expect(codeFor(asked("exhausted", "budget"), asked("tampered"), asked("unverified"))).toBe(6);
  expect(codeFor(asked("protected-area"))).toBe(6);
  expect(exitCodeOf({ halt: "failed", open: [asked("tampered")] })).toBe(1);
});
