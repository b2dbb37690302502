import { existsSync } from "node:fs";
import { forgetWorkflows } from "../../engine/forget-workflows.ts";
import type { Store } from "../../ports/store.ts";
import type { RunSummary } from "../../record/run.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { closeWhatIsLeft } from "../hosting/stop-run.ts";
import type { Scene } from "../opening/scene.ts";
import { openMemory } from "../runs/remembered-runs.ts";
import { debugBranches, planBranches } from "./clean-branches.ts";
import { chosenPlans } from "./clean-chosen.ts";
import { discardedBranch, type Lost } from "./clean-discarded.ts";
import { foldersOfRuns, killedRehearsals, ownFolders } from "./clean-folders.ts";
import type { Found, Kept, Rest } from "./clean-found.ts";

export type CleanOptions = {
  /** Only what this run has left; it must be over. */
  run?: string;
  /** Also what failed plans have left, and everything that can be made again, however young. */
  all: boolean;
  /** Also the branches of plans that are merged. */
  branches: boolean;
  /** Also the branch of the named run's plan, though it is not merged: the plan is given up for good. */
  branch: boolean;
  /** Also what is remembered of runs that are over: journals, answers, what agents were told. */
  journals: boolean;
  /** Asked before anything goes. */
  confirm(proposal: Proposal): Promise<boolean>;
};

/** `lost` is the branch that takes commits along which are nowhere else. */
export type Proposal = { goes: Rest[]; stays: Kept[]; lost: Lost | null };
export type Cleaned = Proposal & { isDone: boolean };

/** Removes what runs have left behind, after somebody has agreed to the list. What a plan has proven stays, unless it is discarded. */
export async function clean(scene: Scene, options: CleanOptions): Promise<Cleaned> {
  if (options.branch && options.run === undefined) {
    throw new Refused("incomplete", "say whose branch", {
      remedies: [
        remedy("clean", { run: "", branch: "yes" }, "removes the branch of a plan"),
        remedy("clean", { branches: "yes" }, "those that are merged"),
      ],
    });
  }
  const opened = await scene.repository();
  // Whoever has only used `check`, or has forgotten all runs, has left things behind, too.
  const store = await openMemory(scene);
  const { over, runs, isBusy } = await chosenPlans(opened, store, options);
  const discarded = options.branch ? await discardedBranch(opened, over) : null;
  const found = [
    foldersOfRuns(opened, over),
    ...(options.run === undefined ? [ownFolders(opened, { all: options.all, isBusy }), killedRehearsals()] : []),
    await debugBranches(opened, over),
    discarded?.found ?? (await planBranches(opened, over, options.branches)),
    ...(store !== null && options.journals ? [journals(store, runs)] : []),
  ];
  const [goes, stays] = [found.flatMap((each) => each.goes), found.flatMap((each) => each.stays)];
  const lost = discarded?.lost ?? null;
  const isDone = goes.length > 0 && (await options.confirm({ goes, stays, lost }));
  if (isDone && store !== null) await keepWork(scene, store, runs);
  if (isDone) for (const { remove } of goes) await remove();
  return { goes: goes.map(({ what, bytes }) => ({ what, bytes })), stays, lost, isDone };
}

/** A cancelled run whose end nobody has seen may hold work that lies nowhere else. */
async function keepWork(scene: Scene, store: Store, runs: readonly RunSummary[]): Promise<void> {
  for (const { id, status } of runs) {
    const run = status === "draft" ? await store.runs.get(id) : null;
    if (run !== null && existsSync(run.repository.top)) await closeWhatIsLeft(scene, store, run);
  }
}

/** The database gives room free for the next runs, not back to the disk. */
const journals = (store: Store, runs: readonly RunSummary[]): Found => ({
  goes: runs.map(({ id }) => ({
    what: `what is remembered of run ${id}`,
    bytes: 0,
    async remove() {
      await store.runs.forget(id);
      await forgetWorkflows(store, id);
    },
  })),
  stays: [],
});
