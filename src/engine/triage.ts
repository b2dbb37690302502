import { append } from "./journal-state.ts";
import { stepState } from "./run-state.ts";
import type { RunWorld } from "./run-world.ts";

/** What may change before the next attempt. Without a judge nothing does: the worker is told what went wrong. */
export async function triage(world: RunWorld, step: string): Promise<void> {
  await append(world, null, (state) => {
    const { progress } = stepState(state, step);
    if (progress.status !== "failed" || progress.triage !== "due") return { facts: [], value: null };
    const told = "the next worker is told what went wrong";
    return { facts: [{ type: "triaged", step, class: 1, by: "default", told }], value: null };
  });
}
