import { advance, type StepProgress } from "../../plan/progress.ts";
import type { HowEdit, Kept, RunEvent } from "../../record/run-event.ts";
import { AFRESH, moveTip, NEW_STEP, type RunState, type StepState, stepState } from "./run-state.ts";

/** The plan has changed. With a commit of its own, people have approved it anew: what is unfinished begins afresh. */
export function applyRevision(state: RunState, event: Extract<RunEvent, { type: "revised" }>): void {
  const { step, edits, told } = event;
  if (step !== null) {
    const now = stepState(state, step);
    state.steps.set(step, {
      ...now,
      progress: afterEdits(now.progress, edits),
      change: null,
      findings: [...now.findings, ...told.map((each) => `revised: ${each}`)],
    });
  }
  if (event.commit === null) {
    state.uncommitted = [...state.uncommitted, ...edits];
    return;
  }
  moveTip(state, event.commit, true);
  state.uncommitted = [];
  // Whoever wants a step left out wants it still when others have come in before it.
  const isExpansion = step !== null;
  state.steps = stepsAfter(state.steps, event.kept, isExpansion ? ({ skip }) => ({ skip }) : () => ({}));
}

/** A step that has failed begins a new cycle under a new decision; one that passed is what the decision was learned from. */
function afterEdits(progress: StepProgress, edits: readonly HowEdit[]): StepProgress {
  const hasFailed = progress.status === "failed" || progress.status === "pending";
  return hasFailed && edits.some(({ type }) => type === "decision") ? advance(progress, { type: "decided" }) : progress;
}

/**
 * What is known of a step goes with it to its new id; whatever has its old one begins as a new step. Attempts are counted
 * by id all the same, so that none has the name of an earlier one.
 */
function stepsAfter(steps: RunState["steps"], kept: readonly Kept[], wishes: Wishes): RunState["steps"] {
  const after: RunState["steps"] = new Map();
  const moved = new Map(kept.filter(({ from }) => steps.has(from)).map(({ from, to }) => [to, from]));
  for (const id of new Set([...steps.keys(), ...moved.keys()])) {
    const now = steps.get(id) ?? NEW_STEP;
    const isDone = now.progress.status === "done";
    after.set(id, isDone ? now : begunAfresh(now, steps.get(moved.get(id) ?? ""), wishes));
  }
  return after;
}

/** What a person still wants of a step that begins afresh. */
type Wishes = (origin: StepState) => Partial<StepState>;

function begunAfresh({ progress }: StepState, origin: StepState | undefined, wishes: Wishes): StepState {
  const isSame = origin !== undefined && origin.progress.status !== "done";
  const story = isSame ? { ...origin, ...AFRESH, expansion: null, ...wishes(origin) } : NEW_STEP;
  return { ...story, progress: advance(progress, { type: "reopened" }) };
}
