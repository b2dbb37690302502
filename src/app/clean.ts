import { debugBranches, planBranches } from "./clean-branches.ts";
import { ownFolders, runFolders } from "./clean-folders.ts";
import type { Kept, Rest } from "./clean-found.ts";
import { liveHolder, spoken } from "./lease.ts";
import { findRun, type OpenedRuns } from "./open-runs.ts";
import { openRememberedRuns } from "./remembered-runs.ts";
import { UsageError } from "./usage-error.ts";

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
  const runs = await openRememberedRuns();
  try {
    const { over, isBusy } = await chosenRuns(runs, options);
    const found = [
      runFolders(runs.opened, over),
      ...(options.run === undefined ? [ownFolders(runs.opened, { all: options.all, isBusy })] : []),
      await debugBranches(runs.opened, over),
      await planBranches(runs.opened, over, options.branches),
    ];
    const [goes, stays] = [found.flatMap((each) => each.goes), found.flatMap((each) => each.stays)];
    const isDone = goes.length > 0 && (await options.confirm({ goes, stays }));
    if (isDone) for (const { remove } of goes) await remove();
    return { goes: goes.map(({ what, bytes }) => ({ what, bytes })), stays, isDone };
  } finally {
    await runs.close();
  }
}

/** Plans whose runs are over, by id: a folder and branches belong to a plan, and so to all its runs. */
async function chosenRuns(
  runs: OpenedRuns,
  { run: name, all }: CleanOptions,
): Promise<{ over: string[]; isBusy: boolean }> {
  const { opened, store } = runs;
  const known = await store.runs.list({ commonDir: opened.git.facts.commonDir });
  const isBusy = (await Promise.all(known.map(({ id }) => liveHolder(store, id)))).some((holder) => holder !== null);
  const isOpen = (planId: string): boolean =>
    known.some((run) => run.planId === planId && (run.status === "in-progress" || run.status === "approved"));
  if (name === undefined) {
    const ended = known.filter(({ status }) => all || status !== "failed").map(({ planId }) => planId);
    return { over: [...new Set(ended)].filter((planId) => !isOpen(planId)), isBusy };
  }
  const { id, plan } = await findRun(runs, name);
  const holder = await liveHolder(store, id);
  if (holder !== null) throw new UsageError(`${plan.id} is being carried out by ${spoken(holder)}`);
  if (isOpen(plan.id)) throw new UsageError(`${plan.id} is not over; \`planwright cancel ${plan.id}\` ends it`);
  return { over: [plan.id], isBusy };
}
