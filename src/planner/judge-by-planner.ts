import type { PromptLayer } from "../ports/agent.ts";
import type { Judge, Proposal } from "../ports/judge.ts";
import type { Usage } from "../record/run-event.ts";
import { expandLayers, reviewLayers, triageLayers } from "./prompts.ts";
import { type Reading, readExpansion, readReview, readTriage } from "./read-proposal.ts";

/** Somebody who is asked in words and answers in words. */
export type Planner = {
  name: string;
  /** Tokens that the model behind it can take in. */
  window: number;
  ask(layers: readonly PromptLayer[], signal: AbortSignal): Promise<Said>;
};

export type Said = { usage: Usage[] } & ({ ok: true; text: string } | { ok: false; why: string });

/** A planner as the engine wants to be answered. */
export function judgeByPlanner({ name, window, ask }: Planner): Judge {
  const asking = async <T>(
    layers: readonly PromptLayer[],
    read: (text: string) => Reading<T>,
    signal: AbortSignal,
  ): Promise<Proposal<T>> => {
    const said = await ask(layers, signal);
    if (!said.ok) return { ok: false, why: said.why, oversteps: false, usage: said.usage };
    return { ...read(said.text), usage: said.usage };
  };
  return {
    name,
    isThinking: true,
    triage: (failed, signal) => asking(triageLayers(failed, window), readTriage, signal),
    review: (finished, signal) => asking(reviewLayers(finished, window), readReview, signal),
    expand: (template, signal) => asking(expandLayers(template, window), readExpansion, signal),
  };
}
