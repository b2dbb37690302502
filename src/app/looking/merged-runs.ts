import { landedAsTrees, type PlanAtTip } from "../../engine/branch/landed.ts";
import { currentState } from "../../engine/state/journal-state.ts";
import type { CommitId } from "../../ports/git.ts";
import type { Store } from "../../ports/store.ts";
import type { RunSummary } from "../../record/run.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import type { Scene } from "../opening/scene.ts";

/** Those of these runs whose finished plan is on a branch that belongs to no plan, by whatever way it came there. */
export async function mergedRuns(
  scene: Scene,
  store: Store,
  runs: readonly RunSummary[],
): Promise<ReadonlySet<string>> {
  const done = runs.filter(({ status }) => status === "done");
  const merged = new Set<string>();
  for (const own of Map.groupBy(done, ({ repository }) => repository).values()) {
    for (const id of await mergedHere(scene, store, own)) merged.add(id);
  }
  return merged;
}

/** Those of the runs of one repository; none where it is gone. */
async function mergedHere(scene: Scene, store: Store, runs: readonly RunSummary[]): Promise<string[]> {
  const [newest] = runs;
  const opened = newest === undefined ? null : await scene.repository(newest.top).catch(() => null);
  if (opened === null) return [];
  const { git } = opened;
  const plans = await finished(store, runs);
  const seen = await commitsSince(git, runs);
  const rest = plans.filter(({ tip }) => !seen.has(tip));
  // What is on none of these branches may still have been squashed.
  const squashed = rest.length === 0 ? new Set() : await landedAsTrees(git, rest, await headsOf(git));
  return plans.filter(({ tip }) => seen.has(tip) || squashed.has(tip)).map(({ id }) => id);
}

async function finished(store: Store, runs: readonly RunSummary[]): Promise<(PlanAtTip & { id: string })[]> {
  const states = await Promise.all(runs.map(({ id }) => currentState(store.journal, id)));
  return runs.flatMap(({ id, planId }, index) => {
    const tip = states[index]?.tip ?? null;
    return tip === null ? [] : [{ id, plan: planId, tip }];
  });
}

/** What is on the branches that people work on since the first of these runs began. */
async function commitsSince(git: HarnessGit, runs: readonly RunSummary[]): Promise<ReadonlySet<CommitId>> {
  const first = Math.min(...runs.map(({ createdAt }) => Date.parse(createdAt)));
  return listed(git, [`--since=${new Date(first - A_DAY).toISOString()}`]);
}

/** The last commits of these branches. */
const headsOf = async (git: HarnessGit): Promise<CommitId[]> => [...(await listed(git, ["--no-walk=unsorted"]))];

async function listed(git: HarnessGit, options: readonly string[]): Promise<ReadonlySet<CommitId>> {
  const { code, stdout } = await git.run(["rev-list", ...options, ...OF_PEOPLE], { allowed: [0, 128] });
  return new Set(code === 0 ? stdout.toString("latin1").split("\n").filter(Boolean) : []);
}

/** Clocks differ. */
const A_DAY = 24 * 60 * 60 * 1000;

const OF_PEOPLE = [
  ...["--exclude=plan/*", "--exclude=debug/*", "--branches"],
  ...["--exclude=*/plan/*", "--exclude=*/debug/*", "--remotes"],
];
