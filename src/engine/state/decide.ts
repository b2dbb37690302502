import type { Plan } from "../../plan/model.ts";
import { type Action, next } from "../../plan/next.ts";
import type { Halt } from "../../record/run-event.ts";
import { approvedExpansion, progressOf, type RunState } from "./run-state.ts";

/** What the engine does now: what the plan's steps need, or what happened to the run as a whole. */
export type Decision =
  | { do: "halt"; why: Halt }
  /** An attempt that nobody carries out any more: its host died. */
  | { do: "close"; step: string; attempt: number; leg: number }
  /** A person has given the whole plan up: its branch has to say so. */
  | { do: "give-up" }
  | { do: "skip"; step: string }
  /** A change of the plan that a person has agreed to comes before whatever follows from it. */
  | { do: "revise"; step: string }
  /** The same for the steps that a template stands for, which the branch has to say first. */
  | { do: "replan"; step: string }
  | Exclude<Action, { do: "wait" }>;

/** A pure function of the plan and of what has happened. */
export function decide(plan: Plan, state: RunState): Decision {
  // First of all, also in a plan that is over: what an attempt has left is kept before anybody tidies up.
  for (const [step, { progress, leg }] of state.steps) {
    if (progress.status === "active") return { do: "close", step, attempt: progress.attempts, leg };
  }
  if (state.status === "failed" && state.isGivenUp) return { do: "give-up" };
  const over = OVER[state.status];
  if (over !== undefined) return { do: "halt", why: over };
  if (state.isPaused) return { do: "halt", why: "paused" };
  // There is one work tree and one tip: whatever moved the tip now would take the ground from under an open step.
  const open = openStep(state);
  // What a person has approved comes first: everything else is decided by the plan as it is then.
  for (const step of state.steps.keys()) if (approvedExpansion(state, step) !== null) return { do: "replan", step };
  for (const [step, { skip }] of state.steps) {
    if (skip && (open === null || open === step)) return { do: "skip", step };
  }
  if ([...state.open.values()].some(({ step }) => step === null)) return { do: "halt", why: "waiting" };
  for (const [step, { change }] of state.steps) if (change?.isTaken) return { do: "revise", step };
  for (const action of next(plan, progressOf(state))) {
    if (action.do === "wait") continue;
    if (open === null || !("step" in action) || action.step === open) return action;
  }
  return { do: "halt", why: "waiting" };
}

/** The step that has begun and is not done; there is never more than one. */
function openStep({ steps }: RunState): string | null {
  for (const [id, { progress }] of steps) {
    if (progress.status !== "pending" && progress.status !== "done") return id;
  }
  return null;
}

const OVER: Partial<Record<RunState["status"], Halt>> = {
  done: "done",
  failed: "failed",
  draft: "cancelled",
};
