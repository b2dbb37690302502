import type { Budget, Step } from "../plan/model.ts";

/** One thing that may happen to a plan, and how agents play it. */
export type Scenario = {
  name: ScenarioName;
  /** What happens, in a few words, and in one sentence. */
  title: string;
  plot: string;
  /** The step at which it happens; null where it is none in particular. */
  at: Step | null;
  /** What the agents do at each step, attempt by attempt; the last one listed is repeated. */
  acts: ReadonlyMap<number, readonly Act[]>;
  budget: Budget | undefined;
};

/** A scenario that this plan has no place for, and why. */
export type Unplayed = { name: ScenarioName; title: string; why: string };

export const SCENARIO_NAMES = ["success", "failure", "lie", "silence", "trespass", "budget"] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** What an agent does in one attempt, as a script spells it. */
export type Act = readonly Spelt[];
type Spelt =
  | { [Name in "say" | "run" | "wait" | "ask"]?: string }
  | { write: { path: string; text: string } }
  | { exit: number };

/** The file that a scripted agent is played from; JSON is YAML, too. */
export const scriptText = ({ acts }: Pick<Scenario, "acts">): string =>
  `${JSON.stringify({ steps: Object.fromEntries(acts) }, null, 2)}\n`;

/** `step 2`, or `step 3–N` as its heading spells it. */
export const spoken = ({ number, template }: Pick<Step, "number" | "template">): string => `step ${template ?? number}`;
