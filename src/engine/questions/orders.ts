import type { Step } from "../../plan/model.ts";
import type { Journal } from "../../ports/store.ts";
import type { Run } from "../../record/run.ts";
import type { RunFact } from "../../record/run-event.ts";
import { type Remedy, remedy } from "../../std/refusal.ts";
import { EngineError } from "../state/engine-error.ts";
import { appendAsPerson } from "../state/journal-state.ts";
import { approvedExpansion, type RunState, stepState } from "../state/run-state.ts";

/** What a person may want of a run from anywhere. Each is written down, and happens when the run goes on. */

/** No new attempt begins; with `now` the present one is stopped, too, and what it left is kept. */
export const pause = (journal: Journal, run: Run, by: string, now: boolean): Promise<void> =>
  order(journal, run, (state) => {
    refuseIfOver(run, state);
    return state.isPaused && !now ? [] : [{ type: "paused", by, now }];
  });

/** The run may go on: after a pause, and after the plan has failed. */
export const takeUp = (journal: Journal, run: Run, by: string): Promise<void> =>
  order(journal, run, (state) => {
    if (state.status === "done" || state.status === "draft") refuseIfOver(run, state);
    return state.isPaused || state.status === "failed" ? [{ type: "resumed", by }] : [];
  });

/** Back to draft. The present attempt is stopped and kept; accepted steps stay on the branch. */
export const cancel = (journal: Journal, run: Run, by: string): Promise<void> =>
  order(journal, run, (state) => {
    refuseIfOver(run, state);
    return [{ type: "cancelled", by }];
  });

/** The step is left out as soon as no other one is open. */
export const skipStep = (journal: Journal, run: Run, step: Step, by: string, note: string): Promise<void> =>
  order(journal, run, (state) => {
    refuseIfOver(run, state);
    refuseIfDone(state, step);
    if (approvedExpansion(state, step.id) !== null) {
      const told = `the steps that step ${step.number} stands for are approved and about to be written`;
      throw new EngineError("not-possible", `${told}; leave those out instead, once the run has gone on`);
    }
    return [{ type: "skip-asked", step: step.id, by, note }];
  });

/** The step begins anew, with a note for the worker, whatever was asked about it. */
export const retryStep = (journal: Journal, run: Run, step: Step, by: string, note: string): Promise<void> =>
  order(journal, run, (state) => {
    if (state.status !== "failed") refuseIfOver(run, state);
    refuseIfDone(state, step);
    const { status } = stepState(state, step.id).progress;
    if (status === "active") {
      throw new EngineError("not-possible", `a worker is working on step ${step.number}; pause the run first`);
    }
    if (status === "passed") {
      throw new EngineError("not-possible", `step ${step.number} has passed and is being accepted`, {
        remedies: [remedy("undo", { step: `${step.number}` }, "takes it back afterwards")],
      });
    }
    return [{ type: "step-retried", step: step.id, by, note }];
  });

function refuseIfOver({ plan: { id } }: Run, state: RunState): void {
  if (state.status !== "in-progress") throw over(id, state);
}

/** Says that a run is over, and what can still be done about it. */
function over(id: string, { status, steps }: RunState): EngineError {
  const refused = (why: string, remedies: readonly Remedy[]) =>
    new EngineError("not-possible", `${id} ${why}`, { remedies });
  switch (status) {
    case "done":
      return refused("is done", [
        remedy("merge", { run: id }, "merges it"),
        remedy("undo", { step: "", run: id }, "takes a step back"),
      ]);
    case "failed":
      return refused("has failed", [remedy("resume", { run: id }, "resumes it")]);
    case "draft": {
      const isAnyAccepted = [...steps.values()].some(({ progress }) => progress.status === "done");
      const asApproved = remedy("resume", { branch: `plan/${id}` }, "continues with the approved plan");
      const change = remedy("revise", { run: id }, "lets you change it, then continues");
      return refused("went back to draft", isAnyAccepted ? [asApproved, change] : [change]);
    }
    default:
      return refused(`is ${status}`, []);
  }
}

function refuseIfDone(state: RunState, step: Step): void {
  if (stepState(state, step.id).progress.status !== "done") return;
  throw new EngineError("not-possible", `step ${step.number} is done`, {
    remedies: [remedy("undo", { step: `${step.number}` }, "takes it back")],
  });
}

const order = (journal: Journal, run: Run, decide: (state: RunState) => readonly RunFact[]): Promise<void> =>
  appendAsPerson(journal, run.id, (state) => ({ facts: decide(state), value: undefined }));
