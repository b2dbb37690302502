import { expect, test } from "vitest";
import type { RunEvent } from "../app/hosting/go-on.ts";
import { eventWords, type ShownRun } from "./event-words.ts";

const RUN: ShownRun = {
  id: "words-000000",
  branch: "refs/heads/plan/words",
  plan: { id: "words", title: "Words", steps: [{ id: "a", number: 1, title: "Write\u001b[2J one" }] },
};
const COMMIT = "0123456789abcdef";
type Fact = RunEvent extends infer Each ? (Each extends RunEvent ? Omit<Each, "run" | "seq" | "at"> : never) : never;

const told = (fact: Fact): string =>
  eventWords({ run: RUN.id, seq: 1, at: "2026-01-02T03:04:05.000Z", ...fact } as RunEvent, RUN).text;

test("an event is one line, and nothing of it moves a cursor", () => {
  const of = { step: "a", attempt: 2, leg: 1 };
  const failed = { type: "attempt-failed", ...of, reason: "contract", kept: null } as const;
  expect(told({ ...failed, contracts: [], told: "\n\u001b[31mno\u0007 such\u001b[0m test\nand more" })).toBe(
    "1. Write␛[2J one: attempt 2 failed: no␇ such test",
  );
  expect(told({ type: "noted", step: null, told: "a\r\nb" })).toBe("a");
});

test("a person is named without an address, a commit by its beginning, a branch without refs", () => {
  const by = "Ann <ann@example.com>";
  expect(told({ type: "answered", step: "a", question: "q", value: "retry", note: "mind\nthe gap", by })).toBe(
    "1. Write␛[2J one: Ann answers retry: mind",
  );
  expect(told({ type: "completed", commit: COMMIT, outcomes: [] })).toBe("done; plan/words is at 0123456789");
  expect(told({ type: "completed", commit: COMMIT, outcomes: ["proven", "unproven", "proven", "by-eye"] })).toBe(
    "done: 2 proven, 1 unproven, 1 by eye; plan/words is at 0123456789",
  );
  expect(told({ type: "step-skipped", step: "gone", by, note: "", commit: COMMIT })).toBe(
    "step gone: skipped by Ann, 0123456789",
  );
});

test("an attempt crashed, or was stopped, and where its work is", () => {
  const interrupted = { type: "attempt-interrupted", step: "a", attempt: 1, leg: 1 } as const;
  expect(told({ ...interrupted, why: "crashed", kept: null })).toMatch(/: attempt 1 crashed$/);
  expect(told({ ...interrupted, why: "stopped", kept: "debug/x" })).toMatch(
    /: attempt 1 was stopped; its work is kept on debug\/x$/,
  );
});

test("a refused host is added to a list, so that the advice can be followed twice", () => {
  const refused = { type: "host-refused", step: "a", attempt: 1, leg: 1, host: "models.example:443" } as const;
  expect(told(refused)).toContain("add `models.example:443` to `agent_hosts` in policy.yaml of Planwright's home");
});

test("who decided is told: the contract, or a person", () => {
  const accepted = { type: "step-accepted", step: "a", attempt: 1, dev: COMMIT, accepted: COMMIT } as const;
  const rest = { receipt: "", result: "" };
  expect(told({ ...accepted, ...rest, outcome: "proven", byEye: null })).toContain("proven and accepted, attempt 1");
  expect(told({ ...accepted, ...rest, outcome: "unproven", byEye: null })).toContain(
    "accepted, unproven: its contract also passed before the work, attempt 1",
  );
  expect(told({ ...accepted, ...rest, outcome: "by-eye", byEye: "Ann <a@b>" })).toContain(
    "accepted by eye, by Ann, attempt 1",
  );
});
