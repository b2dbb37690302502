import { expect } from "vitest";
import { append, type Held, stateOf } from "../../../src/engine/state/journal-state.ts";
import { aPlan, aStep } from "../../../src/plan/a-plan.testkit.ts";
import type { Plan } from "../../../src/plan/model.ts";
import type { Store } from "../../../src/ports/store.ts";
import { repositoryAt } from "../../../src/record/repository-at.testkit.ts";
import type { HostId, Lease, RunId } from "../../../src/record/run.ts";
import type { RunFact } from "../../../src/record/run-event.ts";
import { aRun, opened } from "../../../src/store/a-run.testkit.ts";
import { type Model, type ModelStep, NEW_STEP } from "./model.ts";

/** A real run in a real store, and what it should be. */
export type Game = {
  model: Model;
  /** The process that carries the run out; another one after each crash, which knows nothing of what this one did. */
  world: Held;
  hosts: number;
  /** The attempt that this process is at. */
  inHand: { step: string; attempt: number; leg: number; hasEnded: boolean } | null;
  /** Every question that was ever asked. */
  asked: string[];
  mood: Mood;
  /** What has happened, for whoever has to find out why it should not have. */
  story: string[];
};

/** What the outside does is left to chance: a number from 0 up to `sides`. */
export type Roll = (sides: number) => number;

/** How the outside is disposed: agents that fail; judges that blame the architecture, or want a change, each time. */
export type Mood = (typeof MOODS)[number];
export const MOODS = ["mixed", "failing", "blaming", "changing", "passing"] as const;

export type Beginning = {
  isInteractive: boolean;
  hasPlanner: boolean;
  mood: Mood;
  steps: readonly { needs: number; hasContract: boolean; retries: number; atLimit: "escalate" | "abort" }[];
};

export async function beginGame(store: Store, id: string, beginning: Beginning): Promise<Game> {
  const { isInteractive, hasPlanner, mood } = beginning;
  const steps = beginning.steps.map(({ needs, hasContract, retries, atLimit }, index): ModelStep => {
    const isThere = needs !== index && needs < beginning.steps.length;
    const rules = { hasContract, limit: retries + 1, atLimit };
    return { ...NEW_STEP, id: `s${index}`, needs: isThere ? [`s${needs}`] : [], ...rules };
  });
  const plan = planWith(aPlan([], { id, title: id, mode: isInteractive ? "interactive" : "autonomous" }), steps);
  const repository = repositoryAt(`/${id}`);
  const run = aRun(id, { plan, repository, mode: isInteractive ? "interactive" : "autonomous" });
  await store.runs.create(run, [opened]);
  const host = `${id}/1`;
  await store.hosts.announce({ id: host, machine: "here", pid: 1, started: null });
  const world = { run, lease: await taken(store, id, host, null), store };
  const rest = { isInteractive, hasPlanner, question: null, history: [], steps };
  return {
    ...{ model: { status: "in-progress", isPaused: false, isUntold: false, ...rest }, world },
    ...{ hosts: 1, inHand: null, asked: [], mood, story: [] },
  };
}

/** The plan with these steps instead. */
export const planWith = (plan: Plan, steps: readonly ModelStep[]): Plan => ({
  ...plan,
  steps: steps.map(({ id, needs, hasContract, limit, atLimit }, index) =>
    aStep([id, ...(needs.length > 0 ? ["<-", ...needs] : [])].join(" "), {
      number: index + 1,
      onFail: { retries: limit - 1, exhausted: atLimit },
      ...(!hasContract && { contracts: [] }),
    }),
  ),
});

/** Writes down what has happened. What has a key happens once, however often it is told. */
export async function tell(game: Game, key: string | null, ...facts: RunFact[]): Promise<void> {
  const { world } = game;
  await append(world, key, () => ({ facts, value: { key } }));
  if (key === null) return;
  const again = await append(world, key, (): { facts: RunFact[]; value: { key: string } } => {
    throw new Error(`${key} happens twice`);
  });
  expect(again).toEqual({ key });
}

/** The process dies. The next one knows what was written down, and that is all there was to know. */
export async function crash(game: Game): Promise<void> {
  const { world } = game;
  const { run, lease, store } = world;
  const known = await stateOf(world);
  expect(await store.runs.get(run.id), "the plan as it is now").toEqual(run);
  game.world = { run, lease, store };
  game.inHand = null;
  expect(await stateOf(game.world), "the state, read anew").toEqual(known);
}

/** Another process takes the run over, and the first one can write nothing any more. */
export async function usurp(game: Game): Promise<void> {
  const { world } = game;
  const { run, lease, store } = world;
  game.hosts += 1;
  const rival = `${run.id}/${game.hosts}`;
  await store.hosts.announce({ id: rival, machine: "elsewhere", pid: 1, started: null });
  expect(await store.hosts.take(run.id, rival, null), "while the first one lives").toBeNull();
  const next = await taken(store, run.id, rival, lease);
  await expect(tell(game, null, { type: "completed", commit: "", outcomes: [] })).rejects.toMatchObject({
    code: "lease-lost",
  });
  game.world = { run, lease: next, store };
  game.inHand = null;
}

async function taken(store: Store, run: RunId, host: HostId, over: Lease | null): Promise<Lease> {
  const lease = await store.hosts.take(run, host, over);
  if (lease === null) throw new Error(`${run} has another host`);
  return lease;
}
