import { type Undone, undoStep } from "../../engine/branch/undo.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import type { Run } from "../../record/run.ts";
import type { Scene } from "../opening/scene.ts";
import { stepOfRun } from "../runs/latest-run.ts";
import { leaveRun, takeRun } from "../runs/lease.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";

/** Takes a step back, while nobody carries the run out. */
export async function undo(scene: Scene, name: string, runName: string | undefined): Promise<Undone & { run: Run }> {
  const runs = await openRememberedRuns(scene);
  const { store, opened } = runs;
  const { run, step } = await stepOfRun(runs, { step: name, run: runName }, { do: "undo", with: { step: name } });
  const lease = await takeRun(store, run);
  try {
    const signer = openSigner(opened.home.keys);
    const undoing = { run, store, git: opened.git, signer, lease };
    return { run, ...(await undoStep(undoing, step, scene.person)) };
  } finally {
    await leaveRun(store, run.id, lease);
  }
}
