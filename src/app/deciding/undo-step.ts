import { type Undone, undoStep } from "../../engine/branch/undo.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import type { Run } from "../../record/run.ts";
import { personName } from "../opening/person.ts";
import { stepOfRun } from "../runs/latest-run.ts";
import { leaveRun, takeRun } from "../runs/lease.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";

/** Takes a step back, while nobody carries the run out. */
export async function undo(name: string, runName: string | undefined): Promise<Undone & { run: Run }> {
  const runs = await openRememberedRuns();
  const { store, opened } = runs;
  try {
    const { run, step } = await stepOfRun(runs, { step: name, run: runName }, `undo ${name}`);
    const lease = await takeRun(store, run);
    try {
      const signer = openSigner(opened.home.keys);
      const scene = { run, store, git: opened.git, signer, lease };
      return { run, ...(await undoStep(scene, step, personName())) };
    } finally {
      await leaveRun(store, run.id, lease);
    }
  } finally {
    await runs.close();
  }
}
