import type { Plan } from "../plan/model.ts";
import { type Action, next } from "../plan/next.ts";
import type { Halt } from "../record/run-event.ts";
import { progressOf, type RunState } from "./run-state.ts";

/** What the engine does now: what the plan's steps need, or what happened to the run as a whole. */
export type Decision =
  | { do: "halt"; why: Halt }
  /** An attempt that nobody carries out any more: its host died. */
  | { do: "close"; step: string; attempt: number; leg: number }
  | { do: "skip"; step: string }
  | Exclude<Action, { do: "wait" }>;

/** A pure function of the plan and of what has happened. */
export function decide(plan: Plan, state: RunState): Decision {
  const over = OVER[state.status];
  if (over !== undefined) return { do: "halt", why: over };
  for (const [step, { progress, leg }] of state.steps) {
    if (progress.status === "active") return { do: "close", step, attempt: progress.attempts, leg };
  }
  if (state.isPaused) return { do: "halt", why: "paused" };
  for (const [step, { skip }] of state.steps) if (skip) return { do: "skip", step };
  if ([...state.open.values()].some(({ step }) => step === null)) return { do: "halt", why: "waiting" };
  const actions = next(plan, progressOf(state));
  const action = actions.find(({ do: what }) => what !== "wait");
  // One step at a time: what else could begin now begins in its turn.
  return action === undefined || action.do === "wait" ? { do: "halt", why: "waiting" } : action;
}

const OVER: Partial<Record<RunState["status"], Halt>> = {
  done: "done",
  failed: "failed",
  draft: "cancelled",
};
