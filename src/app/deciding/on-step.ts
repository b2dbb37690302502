import { currentState } from "../../engine/state/journal-state.ts";
import type { Step } from "../../plan/model.ts";
import type { Store } from "../../ports/store.ts";
import type { AnswerValue, Question } from "../../record/question.ts";
import type { Run } from "../../record/run.ts";
import type { Scene } from "../opening/scene.ts";
import { spoken } from "../runs/host-process.ts";
import { type NamedStep, stepOfRun } from "../runs/latest-run.ts";
import { liveHolder } from "../runs/lease.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";

/** A step, and the command that decides about it. */
export type OrderedStep = NamedStep & { command: "accept" | "retry" | "skip" };

/** What is known of a step at the moment a person decides something about it. */
export type OpenStep = { run: Run; step: Step; store: Store; question: Question | null; by: string };

/** What a person's word has set in motion. `holder` carries the run out already; null when nobody does. */
export type Ordered = { run: Run; step: Step; told: string[]; holder: string | null };

/** Lets a person decide something about a step; `decide` writes it down and says what will happen. */
export async function onStep(
  scene: Scene,
  { command, ...named }: OrderedStep,
  decide: (about: OpenStep) => Promise<string[]>,
): Promise<Ordered> {
  const runs = await openRememberedRuns(scene);
  const { store } = runs;
  const { run, step } = await stepOfRun(runs, named, {
    do: command,
    with: { step: named.step },
  });
  const { open } = await currentState(store.journal, run.id);
  const question = [...open.values()].find((each) => each.step === step.id) ?? null;
  const told = await decide({ run, step, store, question, by: scene.person });
  const holder = await liveHolder(store, run.id);
  return { run, step, told, holder: holder === null ? null : spoken(holder) };
}

/** Whether a question that waits can be answered so. */
export const offers = (question: Question | null, value: AnswerValue): question is Question =>
  question?.options.some((option) => option.value === value) ?? false;
