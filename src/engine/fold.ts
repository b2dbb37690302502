import { advance, type Matter, NOT_STARTED, type StepEvent, type StepProgress } from "../plan/progress.ts";
import type { RunEvent } from "../record/run-event.ts";
import { unreachable } from "../std/unreachable.ts";
import { applyAnswer, noted, saidAnew } from "./fold-answer.ts";
import { NEW_STEP, type RunState, type StepState, stepState } from "./run-state.ts";

/** The state after an event; the one before is not used any more. */
export function fold(state: RunState, event: RunEvent): RunState {
  // Two readers of one process may have read the same events.
  if (event.seq <= state.seq) return state;
  if (event.seq !== state.seq + 1) throw new Error(`event ${event.seq} of ${event.run} came after ${state.seq}`);
  state.seq = event.seq;
  apply(state, event);
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
      state.status = "in-progress";
      state.isRebuilt = event.rebuilt;
      state.tip = event.commit;
      return;
    case "hosted":
      state.host = event.host;
      return;
    case "released":
      state.host = null;
      return;
    case "attempt-started":
      return step(event.step, () => ({ leg: event.leg, acceptedBy: null }), { type: "started" });
    case "attempt-passed":
      return step(event.step, same, { type: "passed" });
    case "attempt-failed": {
      const lastFailure = { attempt: event.attempt, leg: event.leg };
      const change = (now: StepState) => ({ failures: [...now.failures, lastFailure], lastFailure, ...saidAnew(now) });
      return step(event.step, change, { type: "failed" });
    }
    case "attempt-held": {
      const { attempt, leg, over } = event;
      // A worker's question is no failure; what else stopped it, the next one has to know.
      return step(event.step, () => (over === "question" ? {} : { lastFailure: { attempt, leg } }), {
        type: "held",
        over,
      });
    }
    case "attempt-interrupted":
      return step(event.step, saidAnew, { type: "interrupted" });
    case "triaged":
      step(event.step, same, { type: "triage-started" });
      return step(event.step, same, { type: "triaged", class: event.class });
    case "asked":
      state.open.set(event.question.id, event.question);
      if (event.step !== null) step(event.step, same, { type: "asked", over: event.question.over as Matter });
      return;
    case "answered":
      return applyAnswer(state, event, step);
    case "step-accepted":
      state.tip = event.accepted;
      if (state.isRebuilt && stepState(state, event.step).progress.status === "pending") {
        // Only the branch tells of it: how it came about is lost.
        const progress: StepProgress = { ...NOT_STARTED, status: "done", attempts: event.attempt };
        return step(event.step, () => ({ ...CLEAN, progress }), null);
      }
      return step(event.step, () => CLEAN, { type: "accepted" });
    case "skip-asked":
      closeQuestionsOf(state, event.step);
      return step(event.step, () => ({ skip: { by: event.by, note: event.note } }), null);
    case "step-skipped":
      state.tip = event.commit;
      return step(event.step, () => CLEAN, { type: "skipped" });
    case "step-undone":
      state.tip = event.to;
      if (state.status === "failed" || state.status === "done") state.status = "in-progress";
      for (const id of event.steps) {
        const { attempts } = stepState(state, id).progress;
        state.steps.set(id, { ...NEW_STEP, progress: { ...NOT_STARTED, attempts } });
        closeQuestionsOf(state, id);
      }
      return;
    case "step-retried":
      if (state.status === "failed") state.status = "in-progress";
      closeQuestionsOf(state, event.step);
      return step(event.step, (now) => ({ ...AFRESH, notes: noted(now, event.note) }), { type: "reopened" });
    case "paused":
      state.isPaused = true;
      return;
    case "resumed":
      return reopen(state);
    case "cancelled":
      state.status = "draft";
      state.open.clear();
      return;
    case "completed":
      state.status = "done";
      state.tip = event.commit;
      return;
    case "failed":
      state.status = "failed";
      return;
    case "prepared":
    case "host-refused":
    case "worker-ended":
    case "noted":
      return;
    default:
      return unreachable(event);
  }
}

/** A step that begins anew; its next worker is still told how the last attempt ended, and what people have said. */
const AFRESH = { failures: [], acceptedBy: null, skip: null };
/** A step that is done. */
const CLEAN = { ...AFRESH, notes: [], answers: [], lastFailure: null };

function closeQuestionsOf(state: RunState, step: string): void {
  for (const [id, question] of state.open) if (question.step === step) state.open.delete(id);
}

/** A person goes on: with a failed plan what is unfinished gets a fresh start. */
function reopen(state: RunState): void {
  state.isPaused = false;
  if (state.status !== "failed") return;
  state.status = "in-progress";
  for (const [id, now] of state.steps) {
    if (now.progress.status === "done") continue;
    closeQuestionsOf(state, id);
    state.steps.set(id, { ...now, ...AFRESH, progress: advance(now.progress, { type: "reopened" }) });
  }
}
