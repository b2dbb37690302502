import { debugBranches, planBranches } from "./clean-branches.ts";
import { chosenPlans } from "./clean-chosen.ts";
import { ownFolders, runFolders } from "./clean-folders.ts";
import type { Kept, Rest } from "./clean-found.ts";
import { openRepository } from "./open-repository.ts";
import { openStoreFor } from "./open-store.ts";
import { isAnythingRemembered } from "./remembered-runs.ts";

export type CleanOptions = {
  /** Only what this run has left; it must be over. */
  run?: string;
  /** Also what failed plans have left, and everything that can be made again, however young. */
  all: boolean;
  /** Also the branches of plans that are merged. */
  branches: boolean;
  /** Asked before anything goes. */
  confirm(proposal: Proposal): Promise<boolean>;
};

export type Proposal = { goes: Rest[]; stays: Kept[] };
export type Cleaned = Proposal & { isDone: boolean };

/** Removes what runs have left behind, after somebody has agreed to the list. What a plan has proven always stays. */
export async function clean(options: CleanOptions): Promise<Cleaned> {
  const opened = await openRepository(".");
  // Whoever has only used `check`, or has forgotten all runs, has left things behind, too.
  const store = isAnythingRemembered() ? await openStoreFor(opened.home) : null;
  try {
    const { over, isBusy } = await chosenPlans(opened, store, options);
    const found = [
      runFolders(opened, over),
      ...(options.run === undefined ? [ownFolders(opened, { all: options.all, isBusy })] : []),
      await debugBranches(opened, over),
      await planBranches(opened, over, options.branches),
    ];
    const [goes, stays] = [found.flatMap((each) => each.goes), found.flatMap((each) => each.stays)];
    const isDone = goes.length > 0 && (await options.confirm({ goes, stays }));
    if (isDone) for (const { remove } of goes) await remove();
    return { goes: goes.map(({ what, bytes }) => ({ what, bytes })), stays, isDone };
  } finally {
    opened.git.objects.close();
    await store?.close();
  }
}
