import { describe, expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Plan } from "../../plan/model.ts";
import type { Kept, RunFact } from "../../record/run-event.ts";
import { upcastFact } from "../../record/upcast.ts";
import { originsOf } from "../planner/expand.ts";
import { lostBranch } from "../questions/questions.ts";
import {
  type AJournal,
  accepted,
  aJournal,
  asked,
  failed,
  opened,
  passed,
  RUN,
  started,
} from "../state/a-journal.testkit.ts";
import { decide } from "../state/decide.ts";
import { stepState } from "../state/run-state.ts";
import { changesFinished } from "./approved-anew.ts";

const FIRST = { attempt: 1, leg: 1 };
const PLAN = aPlan(["a", "b"], { mode: "autonomous" });
/** Without `kept` it is one of an older journal, as it is read today. */
const revised = (plan: Plan, kept?: Kept[]): RunFact => {
  const fact = { type: "revised", step: null, by: "Ann", told: [], edits: [], commit: "revision" };
  return upcastFact({ ...fact, revision: { plan, files: [], hash: "" }, ...(kept && { kept }) }, 1) as RunFact;
};

/** Step `a` is accepted. */
function aRun(...facts: RunFact[]): AJournal {
  const journal = aJournal();
  journal.tell(opened(), started("a", FIRST), passed("a", FIRST), accepted("a", 1), ...facts);
  return journal;
}

describe("a plan that was approved anew", () => {
  const after = aPlan(["a", "c"], { mode: "autonomous" });

  test.each([
    ["waits for an answer about a step", [started("b", FIRST), failed("b", FIRST), asked(PLAN, "b", "exhausted", "q")]],
    ["waits for an answer about the whole", [{ type: "asked", step: null, question: lostBranch(RUN, "x", "", "q") }]],
    ["was cancelled", [{ type: "cancelled", by: "Ann" }]],
    ["has failed", [{ type: "failed", step: "b", told: "", commit: null }]],
  ] satisfies [string, RunFact[]][])(
    "goes on with its first step that is not done, when the run %s",
    (_name, facts) => {
      const state = aRun(...facts, revised(after)).state();
      expect(decide(after, state)).toMatchObject({ do: "work", step: "c", attempt: 1 });
      expect({ status: state.status, open: state.open.size, tip: state.tip }).toEqual({
        ...{ status: "in-progress", open: 0, tip: "revision" },
      });
      expect(stepState(state, "b")).toMatchObject({ progress: { status: "pending" }, failures: [], notes: [] });
      expect(stepState(state, "a").progress.status).toBe("done");
    },
  );

  test("counts on the attempts of a step that it keeps", () => {
    const state = aRun(started("b", FIRST), failed("b", FIRST), revised(PLAN)).state();
    expect(decide(PLAN, state)).toMatchObject({ do: "work", step: "b", attempt: 2 });
  });
});

describe("a step that has another id in the plan that was approved anew", () => {
  const before = aPlan(["a", "1", "2"], { mode: "autonomous" });
  const after = aPlan(["a", "1", "2", "3"], { mode: "autonomous" });
  const withOneMore = revised(after, [
    { from: "a", to: "a" },
    { from: "1", to: "2" },
    { from: "2", to: "3" },
  ]);
  const failing = (note: string): RunFact[] => [
    ...[started("1", FIRST), failed("1", FIRST)],
    { type: "step-retried", step: "1", by: "Ann", note },
    ...[started("1", { attempt: 2, leg: 1 }), failed("1", { attempt: 2, leg: 1 })],
  ];

  test("keeps its story, and the one that has its old id begins as a new one", () => {
    const state = aRun(...failing("in two words"), withOneMore).state();
    expect(stepState(state, "2")).toMatchObject({
      ...{ notes: ["in two words"], lastFailure: { step: "1", attempt: 2, leg: 1 } },
      progress: { status: "pending", failures: 0 },
    });
    expect(stepState(state, "1")).toMatchObject({ notes: [], lastFailure: null, progress: { status: "pending" } });
    expect(stepState(state, "a").progress.status).toBe("done");
    expect(state.steps.has("3")).toBe(false);
  });

  test("has attempts whose names nobody has had", () => {
    const state = aRun(...failing(""), withOneMore).state();
    expect(decide(after, state)).toMatchObject({ do: "work", step: "1", attempt: 3 });
    expect(stepState(state, "2").progress.attempts).toBe(0);
  });

  test("is taken for the one with its id in older journals", () => {
    const state = aRun(...failing("in two words"), revised(before)).state();
    expect(stepState(state, "1")).toMatchObject({ notes: ["in two words"], lastFailure: { step: "1", attempt: 2 } });
  });
});

test("a step that has the name of one that was dropped counts on its attempts", () => {
  const dropped = aPlan(["a"], { mode: "autonomous" });
  const state = aRun(started("b", FIRST), failed("b", FIRST), revised(dropped), revised(PLAN)).state();
  expect(decide(PLAN, state)).toMatchObject({ do: "work", step: "b", attempt: 2 });
});

test("steps that were approved for a template are not taken when somebody leaves it out meanwhile", () => {
  const plan = aPlan(["a", { ...aStep("b"), number: 2, template: "2–N" }], { mode: "autonomous" });
  const journal = aRun();
  const revision = { plan, files: [], hash: "" };
  journal.tell({ type: "expanded", step: "b", by: "p", revision, told: ["c"], usage: [], milliseconds: 0 });
  journal.tell(asked(plan, "b", "template", "q", ["c"]));
  journal.tell({ type: "answered", step: "b", question: "q", value: "accept", note: "", by: "Ann" });
  expect(decide(plan, journal.state())).toEqual({ do: "replan", step: "b" });
  journal.tell({ type: "skip-asked", step: "b", by: "Ann", note: "" });
  journal.tell({ type: "step-skipped", step: "b", by: "Ann", note: "", commit: "skipped" });
  expect(decide(plan, journal.state())).toEqual({ do: "complete" });
});

test("a change that was agreed to and is too late does not come again", () => {
  const change = { edits: [{ type: "how", step: "c", how: "So." } as const], told: ["so"] };
  const plan = aPlan(["a", "b", "c"], { mode: "interactive" });
  const journal = aRun(started("b", FIRST), failed("b", FIRST));
  journal.tell({ type: "triaged", step: "b", class: 2, by: "p", told: "x", change, usage: [], milliseconds: 0 });
  journal.tell(asked(plan, "b", "retry", "q"));
  journal.tell({ type: "answered", step: "b", question: "q", value: "retry", note: "", by: "Ann" });
  expect(decide(plan, journal.state())).toEqual({ do: "revise", step: "b" });
  journal.tell({ type: "proposal-refused", step: "b", about: "checkpoint", by: "Ann", told: "too late" });
  expect(decide(plan, journal.state())).toMatchObject({ do: "work", step: "b", attempt: 2 });
});

describe("changesFinished", () => {
  const [a, b] = PLAN.steps;

  test("lets everything change but finished steps", () => {
    if (!a || !b) throw new Error("the plan has two steps");
    const state = aRun().state();
    const steps = [a, { ...b, what: "Other" }, { ...aStep("c"), number: 3 }];
    expect(changesFinished(PLAN, { ...PLAN, what: "All else", steps }, state)).toEqual([]);
    expect(changesFinished(PLAN, { ...PLAN, steps: [b] }, state)).toEqual([
      expect.stringContaining("step `a` is removed"),
    ]);
  });

  test("does not take what a copy says about results for a change, unless it is of a step that is not done", () => {
    const withResults = { ...PLAN, steps: PLAN.steps.map((step) => ({ ...step, result: "did it" })) };
    expect(changesFinished(PLAN, withResults, aRun().state())).toEqual([
      expect.stringContaining("the result of step `b` changes"),
    ]);
  });
});

test("the steps of a template come from it, and those below it from what they were", () => {
  const before = aPlan(["1", "2–N", "N+1"]);
  const origins = originsOf(before, aPlan(["1", "2", "3", "4", "5"]), "2–N");
  expect([...origins].map(([id, { id: origin }]) => [id, origin])).toEqual([
    ["1", "1"],
    ["2", "2–N"],
    ["3", "2–N"],
    ["4", "2–N"],
    ["5", "N+1"],
  ]);
});
