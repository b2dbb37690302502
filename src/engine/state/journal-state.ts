import type { Journal, Sofar } from "../../ports/store.ts";
import type { RunId } from "../../record/run.ts";
import type { RunFact } from "../../record/run-event.ts";
import { boundary } from "./boundaries.ts";
import { fold } from "./fold.ts";
import { newState, type RunState } from "./run-state.ts";
import type { RunWorld } from "./run-world.ts";

/** What has happened to a run so far. */
export async function currentState(journal: Journal, run: RunId): Promise<RunState> {
  return (await journal.read(run, 0)).reduce(fold, newState());
}

/** A run, and the lease under which it is written to. */
export type Held = Pick<RunWorld, "run" | "lease" | "store">;

/** The same for the process that carries the run out: it remembers, so only what is new is read. */
export function stateOf(world: Held): Promise<RunState> {
  return remember(world, { read: (after) => world.store.journal.read(world.run.id, after) });
}

async function remember(world: Held, sofar: Sofar): Promise<RunState> {
  const known = remembered.get(world) ?? newState();
  remembered.set(world, known);
  return (await sofar.read(known.seq)).reduce(fold, known);
}

const remembered = new WeakMap<Held, RunState>();

/**
 * Appends what `decide` says, which sees the state as it is at that moment: nobody else can append meanwhile. A key makes
 * it happen once.
 */
export async function append<T>(
  world: Held,
  key: string | null,
  decide: (state: RunState) => { facts: readonly RunFact[]; value: T },
): Promise<T> {
  const { store, run, lease } = world;
  let told: readonly RunFact[] = [];
  const value = await store.journal.commit({ run: run.id, key, lease }, async (sofar) => {
    const written = decide(await remember(world, sofar));
    told = written.facts;
    return written;
  });
  for (const { type } of told) boundary(`${type} is in the journal`);
  return value;
}

/** The same for a person's command: no host stands behind it, and it is refused when the state does not allow it. */
export function appendAsPerson<T>(
  journal: Journal,
  run: RunId,
  decide: (state: RunState) => { facts: readonly RunFact[]; value: T },
): Promise<T> {
  return journal.commit({ run, key: null, lease: null }, async (sofar) =>
    decide((await sofar.read(0)).reduce(fold, newState())),
  );
}
