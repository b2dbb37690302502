import { describe, expect, test } from "vitest";
import { advance, type Matter, NOT_STARTED, type StepEvent, type StepProgress } from "./progress.ts";

const asked = (over: Matter): StepEvent => ({ type: "asked", over });
const started: StepEvent = { type: "started" };
const failed: StepEvent = { type: "failed" };
const triaging: StepEvent = { type: "triage-started" };
const start: StepEvent = { type: "answered", answer: "start" };

const through = (...events: StepEvent[]): StepProgress => events.reduce(advance, NOT_STARTED);
/** One of each state a step can be in. */
const STATES = {
  pending: NOT_STARTED,
  active: through(started),
  answered: through(started, { type: "held", over: "question" }, asked("question"), {
    type: "answered",
    answer: "continue",
  }),
  passed: through(started, { type: "passed" }),
  due: through(started, failed),
  triaging: through(started, failed, triaging),
  triaged: through(started, failed, triaging, { type: "triaged", class: 1 }),
  held: through(started, { type: "held", over: "unverified" }),
  blocked: through(started, { type: "held", over: "unverified" }, asked("unverified")),
  done: through(started, { type: "passed" }, { type: "accepted" }),
  abandoned: through(started, failed, asked("exhausted"), { type: "answered", answer: "abandon" }),
} satisfies Record<string, StepProgress>;

describe("advance", () => {
  test.each([
    [started, ["pending", "answered", "triaged"]],
    [{ type: "passed" }, ["active"]],
    [failed, ["active"]],
    [{ type: "held", over: "tampered" }, ["active"]],
    [{ type: "interrupted" }, ["active", "triaging"]],
    [triaging, ["due"]],
    [{ type: "triaged", class: 2 }, ["triaging"]],
    [asked("stuck"), ["pending", "passed", "due", "triaging", "triaged", "held"]],
    [start, ["blocked"]],
    [{ type: "accepted" }, ["passed"]],
    [{ type: "skipped" }, Object.keys(STATES).filter((name) => name !== "active" && name !== "done")],
    [{ type: "reopened" }, Object.keys(STATES).filter((name) => name !== "active" && name !== "done")],
  ] satisfies [StepEvent, string[]][])("takes %j from exactly these states", (event, allowed) => {
    const taken = Object.entries(STATES).filter(([, state]) => !throws(() => advance(state, event)));
    expect(taken.map(([name]) => name)).toEqual(allowed);
  });

  test("says what cannot happen", () => {
    expect(() => advance(STATES.done, started)).toThrow("a step that is done cannot be started");
  });

  test("counts attempts as they begin, and none for an attempt that goes on", () => {
    expect(through(started, { type: "interrupted" }, started)).toMatchObject({ attempts: 2, failures: 0 });
    expect(advance(STATES.answered, started)).toMatchObject({ status: "active", attempts: 1 });
  });

  test("counts failures, and starts again at zero when triage blames the architecture", () => {
    const once = through(started, failed, triaging);
    expect(once).toMatchObject({ failures: 1, resets: 0 });
    expect(advance(once, { type: "triaged", class: 1 })).toMatchObject({ failures: 1, resets: 0, triage: 1 });
    expect(advance(once, { type: "triaged", class: 2 })).toMatchObject({ failures: 0, resets: 1, triage: 2 });
    expect(advance(once, { type: "triaged", class: 3 })).toMatchObject({ failures: 1, resets: 0, triage: 3 });
  });

  test("triages again after an interruption", () => {
    expect(through(started, failed, triaging, { type: "interrupted" })).toMatchObject({
      status: "failed",
      triage: "due",
    });
  });

  test.each([
    ["exhausted", 0],
    ["resets", 0],
    ["what", 0],
    ["retry", 1],
    ["stuck", 1],
  ] as const)("after a person's go over %s there are %d failures in the cycle", (over, failures) => {
    expect(through(started, failed, asked(over), start)).toMatchObject({ status: "pending", attempts: 1, failures });
  });

  test("remembers, through attempts, that a person judges a step without a contract", () => {
    expect(through(asked("no-contract"), start, started, { type: "interrupted" })).toMatchObject({ byEye: true });
    expect(through(asked("template"), start)).toMatchObject({ byEye: false });
    expect(through(asked("no-contract"), { type: "answered", answer: "abandon" })).toMatchObject({ byEye: false });
  });

  test.each([
    ["question", true],
    ["unverified", true],
    ["by-eye", true],
    ["tampered", true],
    ["protected-area", true],
    ["checkpoint", true],
    ["retry", false],
    ["exhausted", false],
    ["what", false],
  ] as const)("over %s the attempt can go on: %s", (over, expected) => {
    const blocked: StepProgress = { ...NOT_STARTED, attempts: 1, status: "blocked", over };
    expect(!throws(() => advance(blocked, { type: "answered", answer: "continue" }))).toBe(expected);
  });

  test("lets a person accept what was worked on, and nothing else", () => {
    const accept: StepEvent = { type: "answered", answer: "accept" };
    expect(through(started, failed, asked("exhausted"), accept)).toMatchObject({ status: "passed", confirmed: true });
    expect(() => through(asked("template"), accept)).toThrow("cannot be answered");
  });

  test("forgets failures but not attempt numbers when a step is reopened", () => {
    const reopened = through(started, failed, triaging, { type: "triaged", class: 2 }, { type: "reopened" });
    expect(reopened).toEqual({ ...NOT_STARTED, attempts: 1 });
  });
});

function throws(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}
