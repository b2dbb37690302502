import { realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { proveStepSettled } from "../../../src/contracts/proof/prove-settled.ts";
import { writesOf } from "../../../src/plan/files.ts";
import type { StepAttempt } from "../../attempt-step.ts";
import { aRun, type Scene, type TestRun } from "../a-run.ts";
import { inNode } from "./numbers.ts";
import { toldAbout } from "./told-about.ts";

/** What a worker does instead of its work, and what a person must be told: pieces of `toldAbout`, in any order. */
export type Lie = { scene?: Scene; script: string; told: readonly string[]; installed?: "with dependencies" };

/**
 * One test for each lie. `not.toMatch` comes first, because being believed is the worst that can happen. A step that lists
 * no files is judged by what the worker left, too; what is told of it here is what is seen with the judges put back.
 */
export function refuses(lies: Readonly<Record<string, Lie>>): void {
  test.each(Object.entries(lies))("%s", async (_, { scene = inNode, script, told, installed }) => {
    const run = await aRun(scene);
    if (installed) showDependencies(run);
    const attempt = await run.attempt(script);
    expect(toldAbout(attempt)).not.toMatch(/^proven|the worker's script/);
    const said = toldAbout(await withJudgesPutBack(run, attempt));
    for (const piece of told) expect(said).toContain(piece);
  });
}

async function withJudgesPutBack({ run }: TestRun, attempt: StepAttempt): Promise<StepAttempt> {
  const { step, base, outcome } = attempt;
  if (outcome.status === "tampered" || writesOf(step).length > 0) return attempt;
  const { plan, place, cache } = run;
  const { trees } = place;
  const work = { plan, step, base: await trees.treeOf(base), worker: outcome.left.tree };
  const tools = { trees, placeFor: async () => place, cache, progress: () => {}, signal: AbortSignal.timeout(120_000) };
  return { ...attempt, outcome: { ...outcome, proof: await proveStepSettled(work, tools) } };
}

/** Lets contracts see the packages installed here as the repository's own. */
export function showDependencies({ run, top }: TestRun): void {
  const show = realpathSync(join(import.meta.dirname, "../../../node_modules"));
  const layer = { show, at: join(top, "node_modules"), access: "throw-away" } as const;
  run.place = { ...run.place, layers: [...run.place.layers, layer] };
}
