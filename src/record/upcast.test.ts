import { expect, test } from "vitest";
import { aPlan } from "../plan/a-plan.testkit.ts";
import { factFault } from "./fact-fault.ts";
import { FACT_VERSION, type StoredFact, upcastFact, upcastRun } from "./upcast.ts";

const revision = { plan: aPlan(["a", "b"]), files: [], hash: "" };
const revised = { type: "revised", step: null, by: "ann", told: [], edits: [], revision };
const judged = { step: "a", by: "p", told: "", usage: [] };
const contract = (conclusion: string) => ({ conclusion });

test.each<[string, StoredFact, object]>([
  ["a try is one of the first round of work", started(), { phase: "work", round: 1 }],
  ["what passed is as good as its contracts", { ...passed("guarding"), warnings: [] }, { outcome: "guarded" }],
  ["what was accepted came to nothing that is known", accepted(), { outcome: null }],
  ["a plan that is done says nothing of its steps", { type: "completed", commit: "c" }, { outcomes: [] }],
  ["a failure has no commit", { type: "failed", step: null, told: "no" }, { commit: null }],
  ["a judge took no time", { type: "expanded", ...judged, told: [], revision }, { milliseconds: 0 }],
  ["a judge proposed nothing", { type: "triaged", class: 1, ...judged }, { change: null, milliseconds: 0 }],
  ["a review proposed nothing", { type: "reviewed", result: null, ...judged }, { change: null, milliseconds: 0 }],
  ["a step is the one with its id", { ...revised, commit: "c" }, { kept: [both("a"), both("b")] }],
])("in a fact of the first version %s", (_, fact, more) => {
  expect(factFault(fact)).not.toBeNull();
  const lifted = upcastFact(fact, 1);
  expect(lifted).toEqual({ ...fact, ...more });
  expect(factFault(lifted)).toBeNull();
});

test("what a fact of the first version does say is kept", () => {
  for (const fact of [
    { ...passed("vacuous"), warnings: [], outcome: "proven" },
    { ...accepted(), outcome: "by-eye" },
    { type: "failed", step: null, told: "no", commit: "c" },
    { ...revised, commit: "c", kept: [both("a")] },
    { ...revised, commit: null },
  ]) {
    expect(upcastFact(fact, 1)).toEqual(fact);
  }
});

test("a fact of today is left as it is, and what it lacks is a fault", () => {
  const fact = { type: "failed", step: null, told: "no" };
  expect(upcastFact(fact, FACT_VERSION)).toBe(fact);
  expect(factFault(fact)).toBe("`commit` of `failed` is not text or null");
  expect(factFault({ ...fact, commit: 7 })).toBe("`commit` of `failed` is not text or null");
  expect(factFault({ type: "toString" })).toBe("nothing known happens as `toString`");
});

test("a run without an id of its repository and without agents for its steps has them", () => {
  const stored = { id: "one", repository: { top: "/r", commonDir: "/r/.git" } } as Parameters<typeof upcastRun>[0];
  const run = { id: "one", repository: { id: "/r/.git", top: "/r", commonDir: "/r/.git" }, agents: {} };
  expect(upcastRun(stored)).toEqual(run);
  expect(upcastRun({ ...stored, ...run } as Parameters<typeof upcastRun>[0])).toEqual(run);
});

function started(): StoredFact {
  return { type: "attempt-started", step: "a", attempt: 1, leg: 1, agent: "a", base: "b" };
}

function passed(conclusion: string): StoredFact {
  const of = { step: "a", attempt: 1, leg: 1 };
  return { type: "attempt-passed", ...of, contracts: [contract(conclusion)], isReviewed: true };
}

function accepted(): StoredFact {
  const commits = { dev: "d", accepted: "a", receipt: "r", result: "it works" };
  return { type: "step-accepted", step: "a", attempt: 1, ...commits, byEye: null };
}

function both(id: string): object {
  return { from: id, to: id };
}
