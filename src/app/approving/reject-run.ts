import type { Run } from "../../record/run.ts";
import type { Scene } from "../opening/scene.ts";
import { findRun } from "../runs/open-runs.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";
import { takeBack } from "./take-back.ts";

/** A run that was rejected. `kept` says why its branch is still there; null when it is gone. */
export type RejectedRun = { run: Run; kept: string | null };

/** Takes an approval back in the name of whoever gives the command. Throws `EngineError` once work has begun. */
export async function rejectRun(scene: Scene, name: string | undefined, reason: string): Promise<RejectedRun> {
  const runs = await openRememberedRuns(scene);
  const run = await findRun(runs, name, { do: "reject", with: {} });
  const by = scene.person;
  const kept = await takeBack(runs.opened, runs.store, run, { by, told: `rejected by ${by}: ${reason}` });
  return { run, kept };
}
