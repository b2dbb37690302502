import { runFolders } from "../../engine/state/run-folder.ts";
import { idOfBranch } from "../../plan/plan-id.ts";
import type { Store } from "../../ports/store.ts";
import { repositoryIdOf } from "../../record/repository-id.ts";
import type { RunSummary } from "../../record/run.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { listBranches } from "../../workspace/history/refs.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { spoken } from "../runs/host-process.ts";
import { liveHolder } from "../runs/lease.ts";
import { findRun } from "../runs/open-runs.ts";
import { planOfDebugBranch } from "./clean-branches.ts";

/** Plans, by id, whose runs are over: a folder and branches belong to a plan, and so to all its runs. */
export type Chosen = {
  over: string[];
  /** What is remembered of them. */
  runs: RunSummary[];
  /** Somebody carries a run of this repository out. */
  isBusy: boolean;
};

/**
 * What is to be cleaned: one plan by its name, or all that are over. A plan of which nothing is remembered is over, too;
 * its folder and branches are all that is known of it. `store` is null where nothing is remembered at all.
 */
export async function chosenPlans(
  opened: OpenedRepository,
  store: Store | null,
  { run: name, all }: { run?: string; all: boolean },
): Promise<Chosen> {
  const known = store === null ? [] : await store.runs.list({ repository: repositoryIdOf(opened.git.facts) });
  const unknown = (await plansSeen(opened)).filter((plan) => known.every(({ planId }) => planId !== plan));
  const named = name?.replace(/^plan\//, "");
  if (named !== undefined && unknown.includes(named)) return { over: [named], runs: [], isBusy: false };
  if (store === null) {
    if (name !== undefined) throw new Refused("no-run", `there is nothing of a run ${name} here`);
    return { over: unknown, runs: [], isBusy: false };
  }
  const runsOf = (over: readonly string[]): RunSummary[] => known.filter(({ planId }) => over.includes(planId));
  if (name !== undefined) {
    const over = [await overPlan(opened, store, known, name)];
    return { over, runs: runsOf(over), isBusy: false };
  }
  const holders = await Promise.all(known.map(({ id }) => liveHolder(store, id)));
  const ended = known.filter(({ status }) => all || status !== "failed").map(({ planId }) => planId);
  const over = [...new Set(ended)].filter((planId) => !isOpen(known, planId)).concat(unknown);
  return {
    over,
    runs: runsOf(over),
    isBusy: holders.some((holder) => holder !== null),
  };
}

/** The plans that have left a folder or a branch. */
async function plansSeen({ git, folder }: OpenedRepository): Promise<string[]> {
  const hosted = runFolders(folder).map(({ plan }) => plan);
  const branches = (await listBranches(git, "refs/heads/")).map(({ ref }) => ref.replace("refs/heads/", ""));
  const plans = branches.map((branch) => idOfBranch(branch) ?? planOfDebugBranch(branch));
  return [...new Set([...hosted, ...plans.filter((plan) => plan !== null)])].sort();
}

async function overPlan(
  opened: OpenedRepository,
  store: Store,
  known: readonly RunSummary[],
  name: string,
): Promise<string> {
  const { id, plan } = await findRun({ opened, store }, name, { do: "clean", with: {} });
  const holder = await liveHolder(store, id);
  if (holder !== null) throw new Refused("under-way", `${plan.id} is running in ${spoken(holder)}`);
  if (isOpen(known, plan.id))
    throw new Refused("under-way", `${plan.id} is not over`, {
      remedies: [remedy("cancel", { run: plan.id }, "ends it")],
    });
  return plan.id;
}

const isOpen = (known: readonly RunSummary[], planId: string): boolean =>
  known.some((run) => run.planId === planId && (run.status === "in-progress" || run.status === "approved"));
