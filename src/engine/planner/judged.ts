import { defaultJudge } from "../../planner/default-judge.ts";
import type { Judge, Proposal } from "../../ports/judge.ts";
import type { PlannerMatter, RunFact, Usage } from "../../record/run-event.ts";

/** What a judge has proposed about a step, and what it took to ask. */
export type Judged<T> = { step: string; by: string; proposal: Proposal<T>; took: Took };

/** Told by one fact of those that follow from a proposal, so that it is counted once. */
export type Took = { usage: Usage[]; milliseconds: number };

export async function askJudge<T>(judge: Judge, step: string, ask: () => Promise<Proposal<T>>): Promise<Judged<T>> {
  const began = Date.now();
  const proposal = await ask();
  return { step, by: judge.name, proposal, took: { usage: proposal.usage, milliseconds: Date.now() - began } };
}

/** Why nothing of a proposal is taken, by the name of what it is. */
export const notTaken = (why: string, oversteps: boolean): string =>
  `${oversteps ? "the planner overstepped" : "the planner proposes what cannot be"}: ${why}`;

/** What was proposed came to nothing, because the run was stopped or has gone another way; it has cost something all the same. */
export function unheard({ step, by, took }: Judged<unknown>, about: PlannerMatter): RunFact[] {
  if (by === defaultJudge.name) return [];
  const told = "the run was stopped, or went another way, before it was heard";
  return [{ type: "proposal-refused", step, about, by, told, isUnheard: true, ...took }];
}
