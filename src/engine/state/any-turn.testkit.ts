import type { Hold } from "../../plan/progress.ts";
import type { HowEdit, RunFact } from "../../record/run-event.ts";
import { budgetQuestion } from "../questions/budget-question.ts";
import { accepted, asked, failed, held, interrupted, passed, RUN, started, triaged } from "./a-journal.testkit.ts";
import { goOn, order } from "./any-person.testkit.ts";
import {
  type AnyRun,
  approveAnew,
  aTitle,
  doneIn,
  finished,
  nextQuestion,
  paid,
  planWith,
  stateAt,
  titleOf,
} from "./any-run.testkit.ts";
import type { Decision } from "./decide.ts";
import { stepOf } from "./step-run.ts";

const HOLDS: Hold[] = ["question", "unverified", "by-eye", "deviation", "tampered", "protected-area", "budget"];

/** Does what the engine would, with agents and judges who do anything; false when the run is over. */
export async function act(run: AnyRun, decision: Decision): Promise<boolean> {
  const { journal, plan } = run;
  switch (decision.do) {
    case "work":
      await work(run, decision);
      return true;
    case "close":
      journal.tell(interrupted(decision.step, decision));
      return true;
    case "triage":
      judgeFailure(run, decision.step);
      return true;
    case "review":
      judgeWork(run, decision.step);
      return true;
    case "revise":
      takeChange(run, decision.step);
      return true;
    case "replan":
      takeExpansion(run, decision.step);
      return true;
    case "ask": {
      const { about } = decision;
      if (about === "no-steps") return false;
      const { expansion, change } = stateAt(run, decision.step);
      if (about === "template" && run.hasPlanner && expansion === null) {
        expand(run, decision.step);
        return true;
      }
      const steps = expansion === null || expansion === "refused" ? [] : expansion.told;
      const proposed = about === "template" ? steps : (change?.told ?? []);
      journal.tell(asked(plan, decision.step, about, nextQuestion(run), proposed));
      return true;
    }
    case "accept":
      finished(run, decision.step, accepted(decision.step, stateAt(run, decision.step).progress.attempts));
      return true;
    case "skip":
      finished(run, decision.step, {
        ...{ type: "step-skipped", step: decision.step, by: "Ann", note: "", commit: "skipped" },
      });
      return true;
    case "fail":
      journal.tell({ type: "failed", step: decision.step, told: "", commit: "failed" });
      return true;
    case "give-up":
      journal.tell({ type: "failed", step: null, told: "", commit: "failed" });
      return true;
    case "complete":
      journal.tell({ type: "completed", commit: "complete", outcomes: [] });
      return true;
    case "halt":
      return goOn(run, decision.why);
  }
}

async function work(run: AnyRun, { step, attempt, continues }: Decision & { do: "work" }): Promise<void> {
  const { journal, dice, plan } = run;
  if (dice.roll(12) === 0) {
    const missing = [{ of: dice.roll(2) === 0 ? null : step, amount: { usd: 1 } }];
    const shortage = {
      plan,
      state: journal.state(),
      step: stepOf(plan, step),
      missing,
      expected: { next: {}, rest: {} },
    };
    journal.tell({ type: "asked", step: null, question: budgetQuestion(RUN, shortage, nextQuestion(run)) });
    return;
  }
  const of = { attempt, leg: continues ? stateAt(run, step).leg + 1 : 1 };
  journal.tell(started(step, of));
  run.tried.set(`${step}/${of.attempt}/${of.leg}`, titleOf(run, step));
  if (dice.roll(6) === 0) await order(run);
  // Somebody may have closed it in order to revise the plan.
  if (run.plan !== plan) return;
  const hold = HOLDS[dice.roll(HOLDS.length)] ?? "question";
  const pass = (id: string) => passed(id, of, !run.hasPlanner);
  const ends = [pass, pass, failed, failed, (id: string) => held(id, of, hold), interrupted];
  // Sometimes nobody is left to write down how it ended.
  const end = ends[dice.roll(7)];
  if (!end) return;
  const ended = { reason: "finished", text: "", milliseconds: 1, tree: "" } as const;
  if (end !== interrupted) journal.tell({ type: "worker-ended", step, ...of, ...ended, ...paid(run, step) });
  journal.tell(end(step, of));
}

function judgeFailure(run: AnyRun, step: string): void {
  const { journal, dice } = run;
  const as = ([1, 2, 3] as const)[dice.roll(3)] ?? 1;
  if (!run.hasPlanner) return journal.tell(triaged(step, as));
  const judged = {
    type: "triaged",
    step,
    by: "planner",
    told: "",
    change: null,
    ...paid(run, step),
    milliseconds: 0,
  } as const;
  if (dice.roll(6) === 0) {
    const refused: RunFact = { type: "proposal-refused", step, about: "triage", by: "planner", told: "no" };
    return journal.tell(refused, { ...judged, class: 3 });
  }
  const { change, facts } = proposed(run, step, as === 3 ? [] : editsBy(run, step, as === 2));
  journal.tell({ ...judged, class: as, change }, ...facts);
}

function judgeWork(run: AnyRun, step: string): void {
  const { journal, dice } = run;
  const judged = {
    type: "reviewed",
    step,
    by: "planner",
    told: "",
    result: null,
    ...paid(run, step),
    milliseconds: 0,
  } as const;
  if (dice.roll(6) === 0) return journal.tell({ ...judged, change: { edits: [], told: ["it may not"] } });
  const { change, facts } = proposed(run, step, editsBy(run, step, true));
  journal.tell({ ...judged, change }, ...facts);
}

/** Another How, perhaps, and a decision where the architecture is blamed. */
function editsBy({ dice }: AnyRun, step: string, isArchitecture: boolean): HowEdit[] {
  const how: HowEdit[] = dice.roll(2) === 0 ? [] : [{ type: "how", step, how: "another way" }];
  return isArchitecture && dice.roll(2) === 0 ? [{ type: "decision", text: "- Another one." }, ...how] : how;
}

/** Who is asked anyway decides about a change, too; where nobody is, it holds at once. */
function proposed(run: AnyRun, step: string, edits: HowEdit[]) {
  if (edits.length === 0) return { change: null, facts: [] };
  if (run.mode === "interactive") return { change: { edits, told: ["another way"] }, facts: [] };
  return { change: null, facts: [revised(run, step, edits)] };
}

const revised = ({ plan }: AnyRun, step: string, edits: HowEdit[]): RunFact => ({
  ...{ type: "revised", step, by: "planner", told: ["another way"], edits },
  ...{ revision: { plan, files: [], hash: "" }, commit: null },
});

function takeChange(run: AnyRun, step: string): void {
  const edits = stateAt(run, step).change?.edits ?? [];
  const isTooLate = run.dice.roll(4) === 0;
  const refused: RunFact = { type: "proposal-refused", step, about: "checkpoint", by: "Ann", told: "too late" };
  run.journal.tell(isTooLate ? refused : revised(run, step, edits));
}

/** What is finished keeps its number, so nothing comes in above it. */
function expand(run: AnyRun, step: string): void {
  const { journal, dice, steps } = run;
  const judged = { step, by: "planner", ...paid(run, step), milliseconds: 0 };
  if (isAboveDone(run, step) || dice.roll(3) === 0) {
    return journal.tell({ type: "proposal-refused", about: "template", told: "no", ...judged });
  }
  const revision = { plan: planWith(run, steps), files: [], hash: "" };
  journal.tell({ type: "expanded", revision, told: ["one", "and another"], ...judged });
}

const isAboveDone = (run: AnyRun, step: string): boolean =>
  run.plan.steps.findIndex(({ id }) => id === step) < doneIn(run);

/** A step below may have been left out since its steps were written. */
function takeExpansion(run: AnyRun, step: string): void {
  if (isAboveDone(run, step)) {
    run.journal.tell({ type: "proposal-refused", step, about: "template", by: "Ann", told: "too late" });
    return;
  }
  const title = titleOf(run, step);
  const written = [0, 1].map((which) => ({ title: aTitle(run, which), isBare: false }));
  approveAnew(
    run,
    step,
    run.steps.flatMap((each) => (each.title === title ? written : [each])),
  );
}
