import fc from "fast-check";
import { expect, test } from "vitest";
import { aPlan, aStep } from "../plan/a-plan.testkit.ts";
import type { Plan } from "../plan/model.ts";
import type { Hold } from "../plan/progress.ts";
import type { Run } from "../record/run.ts";
import type { RunFact } from "../record/run-event.ts";
import {
  type AJournal,
  accepted,
  aJournal,
  asked,
  failed,
  held,
  interrupted,
  opened,
  passed,
  RUN,
  started,
  triaged,
} from "./a-journal.testkit.ts";
import { answer } from "./answer.ts";
import { type Decision, decide } from "./decide.ts";
import { EngineError } from "./engine-error.ts";
import { cancel, pause, retryStep, skipStep, takeUp } from "./orders.ts";
import { stepState } from "./run-state.ts";
import { stepOf } from "./step-run.ts";

/** Whatever agents, contracts and people do, in any order: the engine always knows what to do, and does nothing twice. */

const HOLDS: Hold[] = ["question", "unverified", "by-eye", "deviation", "tampered", "protected-area"];

/** Numbers that decide everything that is left to chance. */
type Dice = { roll(sides: number): number; isEmpty(): boolean };

function diceFrom(tape: readonly number[]): Dice {
  const left = [...tape];
  return { roll: (sides) => (left.shift() ?? 0) % sides, isEmpty: () => left.length === 0 };
}

const anyPlan = fc
  .record({
    mode: fc.constantFrom("interactive" as const, "autonomous" as const),
    count: fc.integer({ min: 1, max: 4 }),
    retries: fc.integer({ min: 0, max: 2 }),
    exhausted: fc.constantFrom("escalate" as const, "abort" as const),
    bare: fc.nat(5),
    template: fc.nat(9),
    chained: fc.boolean(),
  })
  .map(({ mode, count, retries, exhausted, bare, template, chained }): Plan => {
    const steps = Array.from({ length: count }, (_, index) =>
      aStep(`s${index}${chained && index > 0 ? ` <- s${index - 1}` : ""}`, {
        number: index + 1,
        onFail: { retries, exhausted },
        ...(bare === index && { contracts: [] }),
        ...(template === index && { template: "3–N" }),
      }),
    );
    return aPlan(steps, { mode });
  });

test("a run never comes to a place that it does not know, and never repeats what is done", async () => {
  const tapes = fc.array(fc.nat(59), { minLength: 20, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(anyPlan, tapes, async (plan, tape) => {
      const [dice, journal] = [diceFrom(tape), aJournal()];
      journal.tell(opened());
      const accepting = new Map<string, number>();
      while (!dice.isEmpty()) {
        if (dice.roll(8) === 0) await order(journal, plan, dice);
        const decision = decide(plan, journal.state());
        expectNotDone(journal, decision);
        if (decision.do === "accept" || decision.do === "skip")
          accepting.set(decision.step, (accepting.get(decision.step) ?? 0) + 1);
        if (!(await act(journal, plan, decision, dice))) break;
      }
      for (const [step, times] of accepting) expect([step, times]).toEqual([step, 1]);
      expectCounting(await journal.read(RUN, 0));
    }),
    { numRuns: 500 },
  );
});

function expectNotDone(journal: AJournal, decision: Decision): void {
  if (!("step" in decision)) return;
  expect(stepState(journal.state(), decision.step).progress.status).not.toBe("done");
}

/** Attempts of a step count 1, 2, 3; their legs as well. */
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

/** Does what the engine would; false when the run is over. */
async function act(journal: AJournal, plan: Plan, decision: Decision, dice: Dice): Promise<boolean> {
  switch (decision.do) {
    case "work": {
      const { step, attempt, continues } = decision;
      const of = { attempt, leg: continues ? stepState(journal.state(), step).leg + 1 : 1 };
      journal.tell(started(step, of));
      if (dice.roll(6) === 0) await order(journal, plan, dice);
      const hold = HOLDS[dice.roll(HOLDS.length)] ?? "question";
      const ends = [passed, passed, failed, failed, (id: string) => held(id, of, hold), interrupted];
      // Sometimes nobody is left to write down how it ended.
      const end = ends[dice.roll(7)];
      if (end) journal.tell(end(step, of));
      return true;
    }
    case "close": {
      const { step, attempt, leg } = decision;
      journal.tell(interrupted(step, { attempt, leg }));
      return true;
    }
    case "triage":
      journal.tell(triaged(decision.step, ([1, 2, 3] as const)[dice.roll(3)] ?? 1));
      return true;
    case "ask":
      if (decision.about === "no-steps") return false;
      journal.tell(asked(plan, decision.step, decision.about, `${RUN}:${journal.state().seq + 1}`));
      return true;
    case "accept":
      journal.tell(accepted(decision.step, stepState(journal.state(), decision.step).progress.attempts));
      return true;
    case "skip":
      journal.tell({ type: "step-skipped", step: decision.step, by: "Ann", note: "", commit: "skipped" });
      return true;
    case "fail":
      journal.tell({ type: "failed", step: decision.step, told: "" });
      return true;
    case "complete":
      journal.tell({ type: "completed", commit: "complete" });
      return true;
    case "halt":
      return goOn(journal, plan, decision.why, dice);
  }
}

/** What a person does with a run that has come to a halt. */
async function goOn(journal: AJournal, plan: Plan, why: string, dice: Dice): Promise<boolean> {
  if (why === "done" || why === "cancelled") return false;
  if (why !== "waiting") {
    await takeUp(journal, runOf(plan), "Ann");
    return true;
  }
  const open = [...journal.state().open.values()];
  const question = open[dice.roll(Math.max(1, open.length))];
  // Nobody waits for nothing.
  expect(question).toBeDefined();
  const value = question?.options[dice.roll(question.options.length)]?.value ?? "retry";
  await answer(journal, RUN, question?.id ?? "", { value, note: "my words", by: "Ann" });
  return true;
}

/** Somebody wants something at any moment; what cannot be is refused, and nothing happens. */
async function order(journal: AJournal, plan: Plan, dice: Dice): Promise<void> {
  const run = runOf(plan);
  const step = stepOf(plan, plan.steps[dice.roll(plan.steps.length)]?.id ?? "");
  const orders = [
    () => pause(journal, run, "Ann", false),
    () => pause(journal, run, "Ann", true),
    () => takeUp(journal, run, "Ann"),
    () => skipStep(journal, run, step, "Ann", ""),
    () => retryStep(journal, run, step, "Ann", "again"),
    () => (dice.roll(5) === 0 ? cancel(journal, run, "Ann") : Promise.resolve()),
  ];
  try {
    await orders[dice.roll(orders.length)]?.();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
}

const runOf = (plan: Plan): Run => ({
  id: RUN,
  repository: { top: "", commonDir: "" },
  branch: "refs/heads/plan/sample",
  base: "",
  dialect: "steps",
  files: [],
  plan,
  hash: "",
  mode: plan.mode ?? "interactive",
  agent: { driver: "command", spec: "a" },
  agents: {},
  from: "",
  inPlace: false,
  surroundings: { workspace: null, installed: [], topics: [] },
});
