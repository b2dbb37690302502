import type { CommitId, TreeId } from "../../ports/git.ts";
import { settleCheckout } from "../../workspace/history/settle-checkout.ts";
import type { RunWorld } from "../state/run-world.ts";

/** The person's own checkout, where that is the work tree, follows its branch. */
export async function bringAlong({ step }: RunWorld, left: TreeId | null, commit: CommitId): Promise<void> {
  if (step.inPlace && left !== null) await settleCheckout(step.git, left, commit);
}
