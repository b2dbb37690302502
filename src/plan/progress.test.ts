import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advance, type Matter, NOT_STARTED, type StepEvent, type StepProgress } from "./progress.ts";

const asked = (over: Matter): StepEvent => ({ type: "asked", over });
const started: StepEvent = { type: "started" };
const failed: StepEvent = { type: "failed" };
const triaging: StepEvent = { type: "triage-started" };
const decided: StepEvent = { type: "decided" };
const start: StepEvent = { type: "answered", answer: "start" };
const accept: StepEvent = { type: "answered", answer: "accept" };

const through = (...events: StepEvent[]): StepProgress => events.reduce(advance, NOT_STARTED);
const blocked = (over: Matter): StepProgress => ({ ...NOT_STARTED, attempts: 1, failures: 1, status: "blocked", over });
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

/** Every matter, and whether a person may accept over it. */
const ACCEPTABLE = {
  template: false,
  "no-contract": false,
  stuck: false,
  question: false,
  unverified: false,
  tampered: false,
  "protected-area": false,
  budget: false,
  retry: false,
  "by-eye": true,
  deviation: true,
  "nothing-done": true,
  unproven: true,
  "weaker-tests": true,
  announce: true,
  checkpoint: true,
  exhausted: true,
  resets: true,
  what: true,
} satisfies Record<Matter, boolean>;
const MATTERS = Object.keys(ACCEPTABLE) as Matter[];

/** Everything that can happen to a step, but for its end. */
const EVENTS: StepEvent[] = [
  started,
  { type: "passed" },
  failed,
  ...(["question", "unverified", "by-eye", "deviation", "tampered", "protected-area", "budget"] as const).map(
    (over): StepEvent => ({ type: "held", over }),
  ),
  ...(["nothing-done", "unproven", "weaker-tests", "announce"] as const).map(
    (over): StepEvent => ({ type: "held", over }),
  ),
  { type: "interrupted" },
  triaging,
  ...([1, 2, 3] as const).map((of): StepEvent => ({ type: "triaged", class: of })),
  decided,
  ...MATTERS.map(asked),
  start,
  { type: "answered", answer: "continue" },
  accept,
  { type: "reopened" },
];

describe("advance", () => {
  test.each([
    [started, ["pending", "answered", "triaged"]],
    [{ type: "passed" }, ["active"]],
    [failed, ["active"]],
    [{ type: "held", over: "tampered" }, ["active"]],
    [{ type: "interrupted" }, ["active", "triaging"]],
    [triaging, ["due"]],
    [{ type: "triaged", class: 2 }, ["triaging"]],
    [decided, ["pending", "due", "triaging", "triaged"]],
    [asked("template"), ["pending"]],
    [asked("no-contract"), ["pending"]],
    [asked("stuck"), ["pending"]],
    [asked("checkpoint"), ["passed"]],
    [asked("exhausted"), ["due"]],
    [asked("retry"), ["triaged"]],
    [asked("unverified"), ["held"]],
    [asked("by-eye"), []],
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

  test("counts failures, and starts again at zero when a decision is taken", () => {
    const once = through(started, failed, triaging);
    expect(once).toMatchObject({ failures: 1, resets: 0 });
    expect(advance(once, { type: "triaged", class: 1 })).toMatchObject({ failures: 1, resets: 0, triage: 1 });
    const blaming = advance(once, { type: "triaged", class: 2 });
    expect(blaming).toMatchObject({ failures: 1, resets: 1, triage: 2 });
    expect(advance(blaming, decided)).toMatchObject({ status: "failed", failures: 0, resets: 1, triage: 2 });
    const agreed = [asked("retry"), start, decided].reduce(advance, blaming);
    expect(agreed).toMatchObject({ status: "pending", failures: 0, resets: 1 });
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
    expect(advance(blocked(over), start)).toMatchObject({ status: "pending", attempts: 1, failures });
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
    expect(!throws(() => advance(blocked(over), { type: "answered", answer: "continue" }))).toBe(expected);
  });

  test("asks after triage what its class leaves open", () => {
    const triaged = (of: 1 | 2 | 3) => through(started, failed, triaging, { type: "triaged", class: of });
    const open = (now: StepProgress) => MATTERS.filter((over) => !throws(() => advance(now, asked(over))));
    expect([triaged(1), triaged(2), triaged(3)].map(open)).toEqual([["retry"], ["retry", "resets"], ["what"]]);
  });

  test("forgets failures but not attempt numbers when a step is reopened", () => {
    const reopened = through(started, failed, triaging, { type: "triaged", class: 2 }, { type: "reopened" });
    expect(reopened).toEqual({ ...NOT_STARTED, attempts: 1 });
  });
});

describe("acceptance by eye", () => {
  test.each(Object.entries(ACCEPTABLE) as [Matter, boolean][])("over %s is possible: %s", (over, expected) => {
    expect(!throws(() => advance(blocked(over), accept))).toBe(expected);
    if (expected) expect(advance(blocked(over), accept)).toMatchObject({ status: "passed", confirmed: true });
  });

  test.each(["template", "no-contract", "stuck"] as const)(
    "is not possible over %s after the work of earlier attempts is gone",
    (over) => {
      const reopened = through(started, failed, asked("exhausted"), { type: "reopened" }, asked(over));
      expect(reopened.attempts).toBe(1);
      expect(() => advance(reopened, accept)).toThrow("a step that is blocked cannot be answered");
    },
  );

  test("needs work in the tree that was judged and not tampered with, whatever happened before", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9999 }), { minLength: 40, maxLength: 40 }), (tape) => {
        let now = NOT_STARTED;
        let tree: Tree = "clean";
        for (const drawn of tape) {
          const possible = EVENTS.filter((event) => !throws(() => advance(now, event)));
          const event = possible[drawn % possible.length];
          if (!event) return;
          if (event === accept) expect(tree).toBe("judged");
          tree = treeAfter(tree, now, event);
          now = advance(now, event);
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** What the tree holds of the step: nothing, work nobody has judged, work that was judged, or a broken wall. */
type Tree = "clean" | "unjudged" | "judged" | "broken";

const JUDGED = new Set(["by-eye", "deviation", "nothing-done", "unproven", "weaker-tests", "announce"]);

/** Told from the events alone, without the matters that the step was asked about. */
function treeAfter(tree: Tree, now: StepProgress, event: StepEvent): Tree {
  switch (event.type) {
    case "started":
      return "unjudged";
    case "passed":
    case "failed":
      return "judged";
    case "held":
      if (JUDGED.has(event.over)) return "judged";
      return event.over === "tampered" || event.over === "protected-area" ? "broken" : "unjudged";
    case "interrupted":
      return now.status === "active" ? "clean" : tree;
    case "asked":
      // The tree is reset before a person is asked for one more try.
      return event.over === "retry" ? "clean" : tree;
    case "answered":
      return event.answer === "start" ? "clean" : tree;
    case "reopened":
      return "clean";
    default:
      return tree;
  }
}

function throws(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}
