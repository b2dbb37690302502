import type { Plan, Step } from "../plan/model.ts";
import { failurePolicy } from "../plan/policies.ts";
import { fencedPlace } from "./fenced-place.ts";
import { type Act, type Scenario, spoken, type Unplayed } from "./scenario.ts";
import { DONE, standInFile } from "./stand-in.ts";

/** What may happen to this plan, at this step where something goes wrong at a step. */
export const scenariosFor = (plan: Plan, step: Step): (Scenario | Unplayed)[] => [
  success(plan),
  failure(plan, step),
  lie(plan, step),
  silence(plan, step),
  trespass(plan, step),
  budget(plan),
];

function success(plan: Plan): Scenario {
  return {
    name: "success",
    title: "Everything goes well",
    plot: "every agent does what its step asks for",
    ...played(plan),
  };
}

function failure(plan: Plan, step: Step): Scenario {
  const { attempts } = failurePolicy(plan, step);
  const times = ["", "once", "twice"][attempts] ?? `${attempts} times`;
  const isProven = step.contracts.length > 0;
  const left = isProven ? "leaves something that is not what the step asks for" : "ends with an error";
  return {
    name: "failure",
    title: `${capital(spoken(step))} fails ${times}`,
    plot: `at ${spoken(step)} every attempt ${left}`,
    ...played(plan, [step, [isProven ? [unfinished(step)] : [{ exit: 1 }]]]),
  };
}

function lie(plan: Plan, step: Step): Scenario | Unplayed {
  const title = `An agent lies at ${spoken(step)}`;
  if (step.contracts.length === 0) {
    return { name: "lie", title, why: `${spoken(step)} has no contract, so nothing but your own eyes would notice` };
  }
  const isTwice = failurePolicy(plan, step).attempts > 2;
  const second = isTwice ? "; the next one changes something, and says so again" : "";
  return {
    name: "lie",
    title,
    plot: `the first attempt says "${CLAIM}" and has changed nothing${second}; then the work is done`,
    ...played(plan, [step, [[{ say: CLAIM }], ...(isTwice ? [[unfinished(step), { say: CLAIM }]] : []), done(step)]]),
  };
}

function silence(plan: Plan, step: Step): Scenario {
  return {
    name: "silence",
    title: "An answer never comes",
    plot: `at ${spoken(step)} the agent asks "${QUESTION}", and gets no answer`,
    ...played(plan, [step, [[{ ask: QUESTION }, ...done(step)]]]),
  };
}

function trespass(plan: Plan, step: Step): Scenario | Unplayed {
  const title = "An agent touches what it must not";
  const place = fencedPlace(plan, step);
  if (place === null) return { name: "trespass", title, why: "the plan names no path that must not be touched" };
  const { entry, at, command } = place;
  return {
    name: "trespass",
    title,
    plot: `at ${spoken(at)} the agent does its work, and writes to \`${entry}\` as well`,
    ...played(plan, [at, [[{ run: command }, ...done(at)]]]),
  };
}

/** Time is the one thing that a scripted agent really uses up. */
function budget(plan: Plan): Scenario | Unplayed {
  const title = "The budget is half of what is needed";
  if (plan.budget === undefined) return { name: "budget", title, why: "the plan has no budget" };
  const seconds = Math.max(SHORTEST, (2 * HALF) / plan.steps.length);
  const acts = new Map(plan.steps.map((step) => [step.number, [[{ wait: `${seconds}s` }, ...done(step)]]]));
  return {
    name: "budget",
    title,
    plot: `with time scaled down: the plan may take ${HALF} seconds, and its steps need twice as long`,
    at: null,
    acts,
    budget: { wallClock: HALF },
  };
}

const HALF = 2;
const SHORTEST = 0.1;

/** Every step is done at once, but for the one that is told otherwise. No budget ends it before what it is about. */
function played(plan: Plan, [step, acts]: [Step | null, Act[]] = [null, []]): Pick<Scenario, "at" | "acts" | "budget"> {
  return {
    at: step,
    acts: new Map(plan.steps.map((each) => [each.number, each === step ? acts : [done(each)]])),
    budget: undefined,
  };
}

const done = (step: Step): Act => [{ write: { path: standInFile(step), text: DONE } }, { say: `${step.title}: done.` }];

const unfinished = (step: Step): Act[number] => ({ write: { path: standInFile(step), text: "not yet\n" } });

const CLAIM = "Done, and all tests pass.";
const QUESTION = "There are two ways to do this. Which one do you want?";

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
