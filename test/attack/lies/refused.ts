import { realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRun, type Scene, type TestRun } from "../a-run.ts";
import { inNode } from "./numbers.ts";
import { toldAbout } from "./told-about.ts";

/** What a worker does instead of its work, and what a person must be told: pieces of `toldAbout`, in any order. */
export type Lie = { scene?: Scene; script: string; told: readonly string[]; installed?: "with dependencies" };

/** One test for each lie. `not.toMatch` comes first, because being believed is the worst that can happen. */
export function refuses(lies: Readonly<Record<string, Lie>>): void {
  test.each(Object.entries(lies))("%s", async (_, { scene = inNode, script, told, installed }) => {
    const run = await aRun(scene);
    if (installed) showDependencies(run);
    const said = toldAbout(await run.attempt(script));
    expect(said).not.toMatch(/^proven|the worker's script/);
    for (const piece of told) expect(said).toContain(piece);
  });
}

/** Lets contracts see the packages installed here as the repository's own. */
export function showDependencies({ run, top }: TestRun): void {
  const show = realpathSync(join(import.meta.dirname, "../../../node_modules"));
  const layer = { show, at: join(top, "node_modules"), access: "throw-away" } as const;
  run.place = { ...run.place, layers: [...run.place.layers, layer] };
}
