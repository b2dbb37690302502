import type { Usage } from "../../record/run-event.ts";
import { summed } from "../sessions/usage-sums.ts";
import { append, type Held, stateOf } from "../state/journal-state.ts";

/**
 * Counts what a planner has used whose host died before it was heard: what the ledger has of it, and whatever nobody knows
 * of. Called again it changes nothing.
 */
export async function closeAsked(world: Held): Promise<void> {
  const { asked } = (await stateOf(world)).spending;
  if (asked === null) return;
  const { key, step, about, by } = asked;
  const rows = await world.store.ledger.read({ run: world.run.id });
  const known = rows.filter((row) => row.key.startsWith(`${key}/`)).map((row) => row.usage);
  const usage = [...summed(known), unknownOf(by)];
  const told = "its host died before it was heard";
  await append(world, null, ({ spending }) => ({
    facts:
      spending.asked?.key === key
        ? [{ type: "proposal-refused", step, about, by, told, isUnheard: true, usage, milliseconds: 0 }]
        : [],
    value: null,
  }));
}

const unknownOf = (model: string): Usage => ({
  ...{ model, input: 0, cachedRead: 0, cachedWrite: 0, output: 0, source: "unknown" },
});
