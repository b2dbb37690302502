import { append } from "./journal-state.ts";
import type { RunWorld } from "./run-world.ts";

/** The plan has failed. Accepted steps stay, and a person may take it up again. */
export async function fail(world: RunWorld, step: string | null, told: string): Promise<void> {
  await append(world, null, ({ status }) => ({
    facts: status === "in-progress" ? [{ type: "failed", step, told }] : [],
    value: null,
  }));
}
