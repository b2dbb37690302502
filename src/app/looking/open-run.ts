import { existsSync } from "node:fs";
import { join } from "node:path";
import { currentState } from "../../engine/state/journal-state.ts";
import { runFolder } from "../../engine/state/run-folder.ts";
import { Refused } from "../../std/refusal.ts";
import type { Scene } from "../opening/scene.ts";
import { spoken } from "../runs/host-process.ts";
import { latestRun } from "../runs/latest-run.ts";
import { liveHolder } from "../runs/lease.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";

/** Where the work of a run lies, and what a person who goes there should know. */
export type OpenedPlace = { path: string; warnings: string[] };

export async function placeOfRun(scene: Scene, name: string | undefined): Promise<OpenedPlace> {
  const runs = await openRememberedRuns(scene);
  const { opened, store } = runs;
  const run = await latestRun(runs, name, { do: "open", with: {} });
  const path = run.inPlace ? opened.git.facts.top : join(runFolder(opened.folder, run), "work", "tree");
  if (!existsSync(path)) {
    throw new Refused("nothing-there", `${run.plan.id} has no work tree: no attempt has begun, or it was cleaned away`);
  }
  const holder = await liveHolder(store, run.id);
  const { status } = await currentState(store.journal, run.id);
  return { path, warnings: warnings(holder === null ? null : spoken(holder), status) };
}

function warnings(holder: string | null, status: string): string[] {
  if (status === "done" || status === "draft") return ["the run is over; changes made here go nowhere"];
  return [
    ...(holder === null ? [] : [`${holder} runs it; changes you make while an agent works are not taken`]),
    "the next attempt resets this folder; an attempt that continues after a question keeps it, and `answer ID edit` has it judged",
  ];
}
