import fc from "fast-check";
import { expect, test } from "vitest";
import { factFault } from "../../record/fact-fault.ts";
import { doneAfter } from "../../record/listed.ts";
import type { RunFact } from "../../record/run-event.ts";
import { RUN } from "./a-journal.testkit.ts";
import { order } from "./any-person.testkit.ts";
import { type AnyRun, type Beginning, begin, stateAt } from "./any-run.testkit.ts";
import { act } from "./any-turn.testkit.ts";
import { spentOn } from "./budget-limits.ts";
import { type Decision, decide } from "./decide.ts";

/**
 * Whatever agents, planners, contracts and people do, in any order: the engine always knows what to do, does nothing twice,
 * and takes no step for another.
 */

const anyBeginning: fc.Arbitrary<Beginning> = fc
  .record({
    mode: fc.constantFrom("interactive" as const, "autonomous" as const),
    count: fc.integer({ min: 1, max: 4 }),
    retries: fc.integer({ min: 0, max: 2 }),
    exhausted: fc.constantFrom("escalate" as const, "abort" as const),
    bare: fc.nat(5),
    template: fc.nat(6),
    isChained: fc.boolean(),
    hasPlanner: fc.constantFrom(true, true, false),
  })
  .map(({ mode, count, retries, exhausted, bare, template, isChained, hasPlanner }) => ({
    ...{ mode, isChained, hasPlanner },
    steps: Array.from({ length: count }, (_, index) => ({
      title: `<0.${index}>`,
      onFail: { retries, exhausted },
      isBare: bare === index,
      ...(template === index && { template: "3–N" }),
    })),
  }));

test("a run never comes to a place that it does not know, and never repeats what is done", async () => {
  const seen = new Set<string>();
  const tapes = fc.array(fc.nat(59), { minLength: 20, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(anyBeginning, tapes, async (beginning, tape) => {
      const run = begin(beginning, tape);
      while (!run.dice.isEmpty()) {
        if (run.dice.roll(8) === 0) await order(run);
        const decision = decide(run.plan, run.journal.state());
        expectNotDone(run, decision);
        // A change that was proposed is decided about before its step is accepted.
        if (decision.do === "accept") expect(stateAt(run, decision.step).change).toBeNull();
        if (!(await act(run, decision))) break;
        expectOwnStories(run);
      }
      for (const [title, times] of run.accepted) expect([title, times]).toEqual([title, 1]);
      const facts = await run.journal.read(RUN, 0);
      expectCounting(facts);
      for (const fact of facts) expect(factFault(fact)).toBeNull();
      expectSameList(run, facts);
      for (const fact of facts) seen.add(kindOf(fact));
    }),
    { numRuns: 1000 },
  );
  // A property of what never happens would say nothing.
  expect([...seen]).toEqual(expect.arrayContaining(CASES));
});

const CASES = [
  ...[
    "reviewed",
    "reviewed, a change",
    "triaged",
    "triaged, a change",
    "expanded",
    "proposal-refused",
    "asked, budget",
  ],
  ...["revised by planner", "revised by Ann", "revised by Ann, a template", "step-undone", "step-skipped", "completed"],
];

function kindOf(fact: RunFact): string {
  if (fact.type === "revised" && fact.by === "Ann") return `revised by Ann${fact.step === null ? "" : ", a template"}`;
  if (fact.type === "revised") return `revised by ${fact.by}`;
  if (fact.type === "reviewed" || fact.type === "triaged") return `${fact.type}${fact.change ? ", a change" : ""}`;
  return fact.type === "asked" && fact.step === null ? `asked, ${fact.question.over}` : fact.type;
}

function expectNotDone(run: AnyRun, decision: Decision): void {
  if (!("step" in decision)) return;
  expect(stateAt(run, decision.step).progress.status).not.toBe("done");
}

/** What is known of a step is about it, whatever ids it has had: what people said, what failed, what it has cost. */
function expectOwnStories(run: AnyRun): void {
  const state = run.journal.state();
  for (const step of run.plan.steps) {
    const { notes, lastFailure } = stateAt(run, step.id);
    for (const note of notes) expect(note).toContain(step.title);
    if (lastFailure) {
      const { step: id, attempt, leg } = lastFailure;
      expect(run.tried.get(`${id}/${attempt}/${leg}`)).toBe(step.title);
    }
    expect([step.title, spentOn(state, step).usd.known]).toEqual([step.title, run.spent.get(step.title) ?? 0]);
  }
  const all = [...run.spent.values()].reduce((sum, each) => sum + each, 0);
  expect(spentOn(state, null).usd.known).toBe(all);
}

/** What lists say is done, by facts alone, is what the state says of each step. */
function expectSameList({ journal }: AnyRun, facts: readonly RunFact[]): void {
  const { steps } = journal.state();
  const done = [...steps].flatMap(([id, { progress }]) => (progress.status === "done" ? [id] : []));
  expect([...facts.reduce(doneAfter, [] as readonly string[])].sort()).toEqual(done.sort());
}

/** Attempts of a step count 1, 2, 3; their legs as well. No two have the same name, whichever step has the id. */
function expectCounting(facts: readonly RunFact[]): void {
  const last = new Map<string, { attempt: number; leg: number }>();
  for (const fact of facts) {
    if (fact.type !== "attempt-started") continue;
    const { attempt, leg } = last.get(fact.step) ?? { attempt: 0, leg: 0 };
    const expected = fact.attempt === attempt ? [attempt, leg + 1] : [attempt + 1, 1];
    expect([fact.attempt, fact.leg]).toEqual(expected);
    last.set(fact.step, fact);
  }
}
