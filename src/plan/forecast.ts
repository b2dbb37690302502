import { median } from "../std/median.ts";
import type { Plan, Step } from "./model.ts";
import { promptTokens, type SizeOf } from "./prompt-size.ts";
import { placesOf } from "./tracks.ts";

/** What one step cost when it was carried out. Agents that do not say what they use leave `tokens` out, never at 0. */
export type StepCost = { tokens?: number; usd?: number; seconds: number };

/**
 * What the rest of a plan will take if every step succeeds at once. `usd` is there only when it is known what steps
 * cost here. Steps of different tracks go side by side, so time is that of the `inSequence` steps on the longest way.
 */
export type Forecast = {
  /** What `tokens` rest on; `seconds` may rest on history alone, since every agent takes its time. */
  basis: "history" | "estimate";
  /** How many earlier steps each figure rests on; 0 for an estimate. */
  earlier: { tokens: number; seconds: number };
  steps: number;
  inSequence: number;
  tokens: number;
  seconds: number;
  usd?: number;
};

/** A template counts as one step, because nobody knows yet how many it stands for; a finished step costs nothing. */
export function forecast(plan: Plan, history: readonly StepCost[], sizeOf: SizeOf): Forecast {
  const left = plan.steps.filter(isLeft);
  const inSequence = longestWay(plan);
  const tokens = usual(history.flatMap((cost) => cost.tokens ?? []));
  const usd = usual(history.flatMap((cost) => cost.usd ?? []));
  const seconds = usual(history.map((cost) => cost.seconds));
  return {
    basis: tokens === null ? "estimate" : "history",
    earlier: { tokens: tokens?.count ?? 0, seconds: seconds?.count ?? 0 },
    steps: left.length,
    inSequence,
    tokens:
      tokens === null ? left.reduce((sum, step) => sum + estimatedTokens(step, sizeOf), 0) : left.length * tokens.each,
    seconds: inSequence * (seconds?.each ?? SECONDS_PER_STEP),
    ...(usd !== null && { usd: left.length * usd.each }),
  };
}

const isLeft = (step: Step): boolean => step.status !== "done";

/** One or two steps may have been unusual; the middle of three is a first opinion. */
const ENOUGH_HISTORY = 3;

/** What a step usually takes, and how many have shown it; null where too few have. */
function usual(figures: readonly number[]): { each: number; count: number } | null {
  return figures.length < ENOUGH_HISTORY ? null : { each: median(figures), count: figures.length };
}

/** Role, tools and rules are about 3,000 tokens, sent on some ten turns but mostly cached; the rest is what it writes. */
const TOKENS_PER_STEP = 15_000;

/** The step's own prompt is sent on every turn, too; from the cache, and with what it leads to, it counts six times. */
const TIMES_ITS_PROMPT = 6;

/** Ten turns of about ten seconds each, and the contract. */
const SECONDS_PER_STEP = 120;

const estimatedTokens = (step: Step, sizeOf: SizeOf): number =>
  TOKENS_PER_STEP + TIMES_ITS_PROMPT * promptTokens(step, sizeOf);

/** How many steps that are left follow one another: in each stage those of the longest lane. */
function longestWay(plan: Plan): number {
  const places = placesOf(plan);
  const stages = new Map<number, Map<string, number>>();
  for (const [index, step] of plan.steps.entries()) {
    const place = places[index];
    if (!place || !isLeft(step)) continue;
    const lanes = stages.get(place.stage) ?? new Map<string, number>();
    stages.set(place.stage, lanes.set(place.lane, (lanes.get(place.lane) ?? 0) + 1));
  }
  const longest = (lanes: Map<string, number>): number => [...lanes.values()].reduce((a, b) => Math.max(a, b), 0);
  return [...stages.values()].reduce((sum, lanes) => sum + longest(lanes), 0);
}
