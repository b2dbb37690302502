import type { Plan, Step } from "../../plan/model.ts";
import type { Mode } from "../../plan/words.ts";
import type { Halt } from "../../record/run-event.ts";
import { acceptedIn, endingOf } from "../../rehearsal/ending.ts";
import { SCENARIO_NAMES, type Scenario, type ScenarioName, type Unplayed } from "../../rehearsal/scenario.ts";
import { scenariosFor } from "../../rehearsal/scenarios.ts";
import { type Sentence, storyOf } from "../../rehearsal/story.ts";
import { Refused } from "../../std/refusal.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import { placeOf } from "../opening/place-of.ts";
import type { Scene } from "../opening/scene.ts";
import type { PlanToRun } from "../plans/plan-to-run.ts";
import { deadStages, removeDeadStage } from "./dead-stages.ts";
import { play } from "./rehearse-play.ts";
import { closeStage, openStage, type Stage } from "./rehearse-stage.ts";

export type { Sentence, Unplayed };

/** A scenario that was played to where it ends. */
export type Rehearsed = Pick<Scenario, "name" | "title" | "plot"> & {
  story: Sentence[];
  halt: Halt;
  exit: number;
  accepted: number;
  steps: number;
};

export type RehearseOptions = {
  /** The step at which something goes wrong; null for the second one, or the only one. */
  step: string | null;
  /** Only these; none for all of them. */
  only: readonly string[];
  mode: Mode | null;
  isKept: boolean;
  signal: AbortSignal;
  /** Called before a scenario is played; it takes a few seconds. */
  onBegin(scenario: Pick<Scenario, "name" | "title">): void;
  onEnd(told: Rehearsed | Unplayed): void;
};

/**
 * Plays what may happen to a plan with scripted agents, the real engine and contracts that stand in for the plan's own, in
 * a scratch repository with a database of its own. Returns the folder of it all when it is kept. Nothing of the person's is
 * written. Throws `Refused` for a step or a scenario that there is not.
 */
export async function rehearse(
  scene: Pick<Scene, "cwd">,
  { path, plan }: PlanToRun,
  options: RehearseOptions,
): Promise<string | null> {
  const only = options.only.map(scenarioNamed);
  const scenarios = scenariosFor(plan, stepToFail(plan, options.step));
  for (const left of deadStages()) await removeDeadStage(left);
  const stage = await openStage(locateRepository(path === null ? scene.cwd : placeOf(path, scene)), options.signal);
  let isKept = false;
  try {
    for (const scenario of scenarios.filter(({ name }) => only.length === 0 || only.includes(name)))
      await rehearseOne(stage, plan, scenario, options);
    isKept = options.isKept;
    return isKept ? stage.folder : null;
  } finally {
    await closeStage(stage, isKept);
  }
}

async function rehearseOne(
  stage: Stage,
  plan: Plan,
  scenario: Scenario | Unplayed,
  { mode, signal, onBegin, onEnd }: RehearseOptions,
): Promise<void> {
  if ("why" in scenario) return onEnd(scenario);
  onBegin(scenario);
  const { events, answers, exit } = await play(stage, plan, scenario, { mode, signal });
  const { name, title, plot } = scenario;
  const halt = events.findLast((event) => event.type === "released")?.why ?? "stopped";
  const accepted = acceptedIn(events);
  const story = [...storyOf(plan, events, answers), ...endingOf(plan, scenario, events, { halt, accepted, exit })];
  onEnd({ name, title, plot, story, halt, exit, accepted, steps: plan.steps.length });
}

function scenarioNamed(name: string): ScenarioName {
  const found = SCENARIO_NAMES.find((each) => each === name);
  if (found !== undefined) return found;
  throw new Refused("no-scenario", `there is no scenario \`${name}\`; there are ${SCENARIO_NAMES.join(", ")}`);
}

function stepToFail({ steps }: Plan, named: string | null): Step {
  const written = steps.filter(({ template }) => template === undefined);
  const step =
    named === null
      ? (written[1] ?? written[0])
      : written.find(({ id, number }) => id === named || String(number) === named);
  if (step !== undefined) return step;
  const there = written.map(({ number }) => number).join(", ");
  throw new Refused(
    "no-step",
    named === null ? "the plan has no step that could be rehearsed" : `there is no step ${named}; there are ${there}`,
  );
}
