import { dialects } from "../../dialects/dialects.ts";
import { fail } from "../../engine/branch/fail.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import type { Scene } from "../opening/scene.ts";
import { leaveRun, RunTaken, takeRun } from "../runs/lease.ts";
import type { OpenedRun } from "./go-on.ts";

/** Lets the branch of a plan that a person has given up say so; whoever carries it out just now does it instead. */
export async function giveUp(scene: Scene, { run, store }: OpenedRun): Promise<void> {
  const { git, home } = await scene.repository(run.repository.top);
  try {
    const lease = await takeRun(store, run);
    try {
      const dialect = dialects.find(({ id }) => id === run.dialect);
      if (!dialect) throw new Error(`no dialect is called ${run.dialect}`);
      await fail({ run, store, lease, git, dialect, signer: openSigner(home.keys) }, null, "it was given up");
    } finally {
      await leaveRun(store, run.id, lease);
    }
  } catch (error) {
    if (!(error instanceof RunTaken)) throw error;
  }
}
