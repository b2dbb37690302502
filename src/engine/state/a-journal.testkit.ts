import type { Plan } from "../../plan/model.ts";
import type { Hold, Matter, TriageClass } from "../../plan/progress.ts";
import type { Journal } from "../../ports/store.ts";
import type { Question } from "../../record/question.ts";
import { WORK } from "../../record/run.ts";
import type { RunEvent, RunFact } from "../../record/run-event.ts";
import { questionAbout } from "../questions/questions.ts";
import { fold } from "./fold.ts";
import { newState, type RunState } from "./run-state.ts";
import { stepOf } from "./step-run.ts";

/** A journal in memory, of one run. It is told what happens, and answers what is known then. */
export type AJournal = Journal & { tell(...facts: RunFact[]): void; state(): RunState };

export function aJournal(): AJournal {
  const events: RunEvent[] = [];
  const at = new Date(0).toISOString();
  const tell = (...facts: RunFact[]): void => {
    for (const fact of facts) events.push({ run: RUN, seq: events.length + 1, at, ...fact });
  };
  const read = async (_run: string, after: number): Promise<RunEvent[]> => events.slice(after);
  return {
    tell,
    read,
    state: () => events.reduce(fold, newState()),
    async commit(_entry, decide) {
      const { facts, value } = await decide({ read: (after) => read(RUN, after) });
      tell(...facts);
      return value;
    },
    find: async () => undefined,
    async *follow() {},
  };
}

export const RUN = "sample-000000";

/** What may happen to a run, in few words. */
export const opened = (rebuilt = false): RunFact => ({
  type: "opened",
  by: "Ann",
  via: "terminal",
  hash: "",
  mode: "autonomous",
  agent: "command:a",
  commit: "approval",
  rebuilt,
});
type Leg = { attempt: number; leg: number };
export const started = (step: string, of: Leg): RunFact => ({
  type: "attempt-started",
  step,
  ...WORK,
  ...of,
  agent: "a",
  base: "",
});
export const passed = (step: string, of: Leg, isReviewed = true): RunFact => ({
  type: "attempt-passed",
  step,
  ...of,
  outcome: "proven",
  contracts: [],
  warnings: [],
  isReviewed,
});
export const failed = (step: string, of: Leg): RunFact => ({
  type: "attempt-failed",
  step,
  ...of,
  reason: "contract",
  told: "no",
  contracts: [],
  kept: null,
});
export const held = (step: string, of: Leg, over: Hold): RunFact => ({
  type: "attempt-held",
  step,
  ...of,
  over,
  told: "hm",
  contracts: [],
  places: [],
  kept: null,
});
export const interrupted = (step: string, of: Leg): RunFact => ({
  type: "attempt-interrupted",
  step,
  ...of,
  why: "crashed",
  kept: null,
});
export const triaged = (step: string, as: TriageClass): RunFact => ({
  type: "triaged",
  step,
  class: as,
  by: "default",
  told: "",
  change: null,
  usage: [],
  milliseconds: 0,
});
export const accepted = (step: string, attempt: number): RunFact => ({
  type: "step-accepted",
  step,
  attempt,
  dev: `dev ${step}`,
  accepted: `accepted ${step}`,
  receipt: "",
  result: "",
  outcome: null,
  byEye: null,
});
export function asked(
  plan: Plan,
  step: string,
  over: Matter,
  id: string,
  proposed: readonly string[] = [],
): RunFact & { question: Question } {
  const question = questionAbout({
    run: RUN,
    plan,
    step: stepOf(plan, step),
    over,
    attempts: [],
    proposed,
    findings: [],
    id,
  });
  return { type: "asked", step, question };
}
