import { steps as dialect } from "../src/dialects/steps/dialect.ts";
import { decide } from "../src/engine/state/decide.ts";
import { fold } from "../src/engine/state/fold.ts";
import { newState } from "../src/engine/state/run-state.ts";
import type { Store } from "../src/ports/store.ts";
import { repositoryAt } from "../src/record/repository-at.testkit.ts";
import { type Run, WORK } from "../src/record/run.ts";
import type { RunEvent, RunFact } from "../src/record/run-event.ts";
import { aQuestion, asked } from "../src/store/a-run.testkit.ts";
import type { Figure } from "./figure.ts";
import { medianOf } from "./measure.ts";
import { planOf } from "./plan-of.ts";

/** 1,000 runs of ten steps each, as the journal keeps them. */
export async function muchHistory(store: Store): Promise<void> {
  for (let number = 0; number < 1000; number++) {
    const run = runOf(10, `bench-${number}`);
    await store.runs.create(run, [...factsOf(run), { type: "completed", commit: COMMIT, outcomes: [] }]);
  }
}

/** 1,000 runs that wait for a person, in the middle of a plan. */
export async function manyWaiting(store: Store): Promise<void> {
  for (let number = 0; number < 1000; number++) {
    const run = runOf(2, `waiting-${number}`);
    const [opened, ...rest] = factsOf(run);
    const step = run.plan.steps[1]?.id ?? "";
    const question = aQuestion(`${run.id}:1`, run.id, { step });
    await store.runs.create(run, [...(opened ? [opened] : []), ...rest.slice(0, 6), asked(question)]);
  }
}

/** What the engine thinks about between two steps, near the end of a plan of 10,000. */
export function longPlan(): Figure[] {
  const time = (steps: number): number => {
    const run = runOf(steps, "long");
    const events = factsOf({ ...run, plan: { ...run.plan, steps: run.plan.steps.slice(0, -1) } });
    const state = events
      .map((fact, index): RunEvent => ({ run: "long", seq: index + 1, at: "", ...fact }))
      .reduce(fold, newState());
    const times = Array.from({ length: 15 }, () => {
      const began = performance.now();
      if (decide(run.plan, state).do !== "work") throw new Error("the last step is not next");
      return performance.now() - began;
    });
    return medianOf(times);
  };
  return [
    { name: "what to do next, 100 steps", measured: time(100), unit: "ms" },
    { name: "  10,000 steps", measured: time(10_000), unit: "ms" },
  ];
}

const COMMIT = "0".repeat(40);

function runOf(steps: number, id: string): Run {
  const { plan } = dialect.parse({ root: ".plan", files: [{ path: ".plan/plan.md", text: planOf(steps) }] });
  return {
    id,
    repository: repositoryAt("/nowhere"),
    branch: `refs/heads/plan/${id}`,
    base: COMMIT,
    dialect: "steps",
    files: [],
    plan: { ...plan, id, mode: "autonomous" },
    hash: "",
    mode: "autonomous",
    agent: { driver: "command", spec: "true" },
    agents: {},
    planner: null,
    from: "/",
    inPlace: false,
    surroundings: { workspace: null, installed: [], topics: [] },
  };
}

const factsOf = ({ plan }: Run): RunFact[] => [
  {
    type: "opened",
    by: "bench",
    via: "command-line",
    hash: "",
    mode: "autonomous",
    agent: "command:true",
    commit: COMMIT,
    rebuilt: false,
  },
  ...plan.steps.flatMap(({ id: step }): RunFact[] => [
    { type: "attempt-started", step, ...WORK, attempt: 1, leg: 1, agent: "a", base: COMMIT },
    {
      type: "worker-ended",
      step,
      attempt: 1,
      leg: 1,
      reason: "finished",
      text: "",
      milliseconds: 1,
      tree: COMMIT,
      usage: [],
    },
    {
      type: "attempt-passed",
      step,
      attempt: 1,
      leg: 1,
      outcome: "proven",
      contracts: [],
      warnings: [],
      isReviewed: true,
    },
    {
      type: "step-accepted",
      step,
      attempt: 1,
      dev: COMMIT,
      accepted: COMMIT,
      receipt: "",
      result: "",
      outcome: "proven",
      byEye: null,
    },
  ]),
];
