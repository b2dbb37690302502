import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { Mode } from "../../plan/words.ts";
import { repositoryAt } from "../../record/repository-at.testkit.ts";
import type { Run } from "../../record/run.ts";
import type { RunFact } from "../../record/run-event.ts";
import { type AJournal, aJournal, opened, RUN } from "./a-journal.testkit.ts";
import { type StepState, stepState } from "./run-state.ts";
import { stepOf } from "./step-run.ts";

/** Numbers that decide everything that is left to chance. */
type Dice = { roll(sides: number): number; isEmpty(): boolean };

function diceFrom(tape: readonly number[]): Dice {
  const left = [...tape];
  return { roll: (sides) => (left.shift() ?? 0) % sides, isEmpty: () => left.length === 0 };
}

/** A step of whatever id; its title is what it is known by. */
export type Known = Pick<Step, "title" | "onFail" | "template"> & { isBare: boolean };

/** A run that anything may happen to, and what is remembered of it beside its journal. */
export type AnyRun = {
  journal: AJournal;
  dice: Dice;
  plan: Plan;
  steps: Known[];
  mode: Mode;
  isChained: boolean;
  hasPlanner: boolean;
  /** The title of the step that an attempt was at, by `step/attempt/leg`. */
  tried: Map<string, string>;
  /** Dollars, by title. */
  spent: Map<string, number>;
  /** Ids in the order of the branch, since the plan was last approved. */
  history: string[];
  /** How often each was accepted or left out, and not undone since, by title. */
  accepted: Map<string, number>;
};

export type Beginning = Pick<AnyRun, "mode" | "isChained" | "hasPlanner" | "steps">;

export function begin(beginning: Beginning, tape: readonly number[]): AnyRun {
  const journal = aJournal();
  journal.tell(opened());
  return {
    ...{ ...beginning, journal, dice: diceFrom(tape), plan: planWith(beginning, beginning.steps) },
    ...{ tried: new Map(), spent: new Map(), history: [], accepted: new Map() },
  };
}

/** Ids are numbers, as in the steps dialect: with a step more or less, those below it have others. */
export const planWith = ({ mode, isChained }: Pick<AnyRun, "mode" | "isChained">, steps: readonly Known[]): Plan =>
  aPlan(
    steps.map(({ title, onFail, template, isBare }, index) =>
      aStep(`${index + 1}${isChained && index > 0 ? ` <- ${index}` : ""}`, {
        ...{ number: index + 1, title },
        ...(onFail && { onFail }),
        ...(isBare && { contracts: [] }),
        ...(template !== undefined && { template }),
      }),
    ),
    { mode },
  );

/** Every title is one of a kind, so that none is found in another. */
export const aTitle = (run: Pick<AnyRun, "journal">, which = 0): string => `<${run.journal.state().seq}.${which}>`;

export const titleOf = ({ plan }: AnyRun, id: string): string => stepOf(plan, id).title;

export const stateAt = ({ journal }: AnyRun, id: string): StepState => stepState(journal.state(), id);

export const doneIn = ({ journal, plan }: AnyRun): number =>
  plan.steps.findLastIndex(({ id }) => stepState(journal.state(), id).progress.status === "done") + 1;

/** The plan has other steps from now on. Those with a title that it had are the same. */
export function approveAnew(run: AnyRun, step: string | null, steps: Known[]): void {
  const plan = planWith(run, steps);
  const kept = plan.steps.flatMap(({ id: to, title }) => {
    const from = run.plan.steps.find((each) => each.title === title)?.id;
    return from === undefined ? [] : [{ from, to }];
  });
  const revision = { plan, files: [], hash: "" };
  run.journal.tell({ type: "revised", step, by: "Ann", told: [], edits: [], revision, commit: "revision", kept });
  Object.assign(run, { plan, steps, history: [] });
}

/** A dollar for somebody who worked on a step or judged it. */
export function paid(run: AnyRun, id: string) {
  const title = titleOf(run, id);
  run.spent.set(title, (run.spent.get(title) ?? 0) + 1);
  const tokens = { input: 1, cachedRead: 0, cachedWrite: 0, output: 0 };
  return { usage: [{ model: "m", ...tokens, usd: 1, source: "reported" as const }] };
}

export function finished(run: AnyRun, id: string, fact: RunFact): void {
  const title = titleOf(run, id);
  run.journal.tell(fact);
  run.history.push(id);
  run.accepted.set(title, (run.accepted.get(title) ?? 0) + 1);
}

export const nextQuestion = ({ journal }: AnyRun): string => `${RUN}:${journal.state().seq + 1}`;

export const asRun = ({ plan, mode }: AnyRun): Run => ({
  id: RUN,
  repository: repositoryAt(""),
  branch: "refs/heads/plan/sample",
  base: "",
  dialect: "steps",
  files: [],
  plan,
  hash: "",
  mode,
  agent: { driver: "command", spec: "a" },
  agents: {},
  planner: null,
  from: "",
  inPlace: false,
  surroundings: { workspace: null, installed: [], topics: [] },
});
