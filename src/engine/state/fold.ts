import { advance, type Matter, NOT_STARTED, type StepEvent, type StepProgress } from "../../plan/progress.ts";
import { listedAfter } from "../../record/listed.ts";
import type { RunEvent } from "../../record/run-event.ts";
import { unreachable } from "../../std/unreachable.ts";
import { countIn } from "./budget-spending.ts";
import { applyAnswer, noted, saidAnew } from "./fold-answer.ts";
import { applyRevision } from "./fold-revision.ts";
import { AFRESH, moveTip, NEW_STEP, type RunState, type StepState, stepState } from "./run-state.ts";

/**
 * The state after an event; the one before is not used any more. What lists show of it, too, is said in one place for both
 * (`record/listed.ts`), by what was shown before.
 */
export function fold(state: RunState, event: RunEvent): RunState {
  // Two readers of one process may have read the same events.
  if (event.seq <= state.seq) return state;
  if (event.seq !== state.seq + 1) throw new Error(`event ${event.seq} of ${event.run} came after ${state.seq}`);
  state.seq = event.seq;
  countIn(state.spending, event);
  apply(state, event);
  Object.assign(state, listedAfter(state, event));
  return state;
}

function apply(state: RunState, event: RunEvent): void {
  const step = (id: string, change: (now: StepState) => Partial<StepState>, moved: StepEvent | null): void => {
    const now = stepState(state, id);
    const progress = moved ? advance(now.progress, moved) : now.progress;
    state.steps.set(id, { ...now, progress, ...change(now) });
  };
  const same = () => ({});
  switch (event.type) {
    case "opened":
      state.isRebuilt = event.rebuilt;
      moveTip(state, event.commit, false);
      return;
    case "hosted":
      state.host = event.host;
      return;
    case "released":
      state.host = null;
      return;
    case "attempt-started":
      return step(event.step, () => ({ leg: event.leg, acceptedBy: null, byHand: null }), { type: "started" });
    case "attempt-passed":
      return step(event.step, same, { type: "passed", isReviewed: event.isReviewed });
    case "attempt-failed": {
      const lastFailure = { step: event.step, attempt: event.attempt, leg: event.leg };
      const change = (now: StepState) => ({ failures: [...now.failures, lastFailure], lastFailure, ...saidAnew(now) });
      return step(event.step, change, { type: "failed" });
    }
    case "attempt-held": {
      const { step: id, attempt, leg, over } = event;
      // A worker's question is no failure; what else stopped it, the next one has to know.
      const lastFailure = { step: id, attempt, leg };
      return step(id, () => (over === "question" ? {} : { lastFailure }), { type: "held", over });
    }
    case "attempt-interrupted":
      return step(event.step, saidAnew, { type: "interrupted" });
    case "triaged":
      step(event.step, same, { type: "triage-started" });
      return step(
        event.step,
        (now) => ({ change: waiting(event), isOverstepped: event.oversteps === true, ...foundBy(now, event) }),
        {
          type: "triaged",
          class: event.class,
        },
      );
    case "reviewed": {
      const change = waiting(event);
      return step(event.step, () => ({ change, result: event.result }), { type: "reviewed", asks: change !== null });
    }
    case "proposal-refused":
      if (event.isUnheard) return;
      // A change that a person has agreed to and that is too late is no change any more.
      return step(
        event.step,
        (now) => (event.about === "template" ? { expansion: "refused" } : now.change?.isTaken ? { change: null } : {}),
        null,
      );
    case "expanded": {
      const { by, revision, told } = event;
      return step(event.step, () => ({ expansion: { by, revision, told, approvedBy: null } }), null);
    }
    case "revised":
      return applyRevision(state, event);
    case "asked":
      if (event.step !== null) step(event.step, same, { type: "asked", over: event.question.over as Matter });
      return;
    case "answered":
      return applyAnswer(state, event, step);
    case "step-accepted":
      moveTip(state, event.accepted, false);
      if (state.isRebuilt && stepState(state, event.step).progress.status === "pending") {
        // Only the branch tells of it: how it came about is lost.
        const progress: StepProgress = { ...NOT_STARTED, status: "done", attempts: event.attempt };
        return step(event.step, () => ({ ...CLEAN, progress }), null);
      }
      return step(event.step, () => ({ ...CLEAN, carried: taken(state) }), { type: "accepted" });
    case "skip-asked":
      return step(event.step, () => ({ skip: { by: event.by, note: event.note } }), null);
    case "step-skipped":
      moveTip(state, event.commit, false);
      return step(event.step, () => ({ ...CLEAN, carried: taken(state) }), { type: "skipped" });
    case "step-undone":
      moveTip(state, event.to, true);
      // The plan still says so, and the branch does not any more.
      state.uncommitted = [...event.steps.flatMap((id) => stepState(state, id).carried), ...state.uncommitted];
      for (const id of event.steps) {
        const { attempts } = stepState(state, id).progress;
        state.steps.set(id, { ...NEW_STEP, progress: { ...NOT_STARTED, attempts } });
      }
      return;
    case "step-retried":
      return step(event.step, (now) => ({ ...AFRESH, notes: noted(now, event.note) }), { type: "reopened" });
    case "resumed":
      return reopen(state);
    case "completed":
      moveTip(state, event.commit, false);
      return;
    case "failed":
      state.isGivenUp = false;
      if (event.commit !== null) moveTip(state, event.commit, true);
      return;
    case "branch-followed":
      state.cameFrom = null;
      return;
    case "prepared":
    case "host-refused":
    case "planner-asked":
    case "worker-ended":
    case "noted":
    case "paused":
    case "cancelled":
      return;
    default:
      return unreachable(event);
  }
}

/** What goes into the branch with an acceptance. */
function taken(state: RunState): StepState["carried"] {
  const { uncommitted } = state;
  state.uncommitted = [];
  return uncommitted;
}

const foundBy = ({ findings }: StepState, { by, told }: Extract<RunEvent, { type: "triaged" }>): Partial<StepState> =>
  by === "default" ? {} : { findings: [...findings, `${by}: ${told}`] };

const waiting = ({ change, by }: Extract<RunEvent, { type: "triaged" | "reviewed" }>): StepState["change"] =>
  change === null ? null : { ...change, by, isTaken: false };

/** A step that is done. */
const CLEAN = { ...AFRESH, notes: [], answers: [], lastFailure: null, expansion: null };

/** A person goes on: with a failed plan what is unfinished gets a fresh start. */
function reopen(state: RunState): void {
  if (state.status !== "failed") return;
  for (const [id, now] of state.steps) {
    if (now.progress.status === "done") continue;
    state.steps.set(id, { ...now, ...AFRESH, progress: advance(now.progress, { type: "reopened" }) });
  }
}
