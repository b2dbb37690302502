import { keepPlan } from "../../engine/branch/kept-plan.ts";
import { landedAsTrees } from "../../engine/branch/landed.ts";
import type { CommitId } from "../../ports/git.ts";
import { readMessage } from "../../record/commit-message.ts";
import { whereCheckedOut } from "../../workspace/git/checked-out.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { isWithin } from "../../workspace/history/merge-trees.ts";
import { type Branch, deleteBranch, listBranches } from "../../workspace/history/refs.ts";
import { mainBranches } from "../opening/main-branches.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import type { Found } from "./clean-found.ts";

/** What failed attempts, undone steps and branches that were put back have left of these plans. */
export async function debugBranches(opened: OpenedRepository, plans: readonly string[]): Promise<Found> {
  const all = await listBranches(opened.git, "refs/heads/debug/");
  return unlessCheckedOut(
    opened,
    all.filter(({ ref }) => plans.includes(planOfDebugBranch(nameOf(ref)) ?? "")),
    "a debug branch",
  );
}

/** The plan that has left a debug branch; null for a branch that is none. */
export const planOfDebugBranch = (branch: string): string | null => KEPT.exec(branch)?.[1] ?? null;

/** A plan may be called as another one and `-task-1`, so the last such ending counts. */
const KEPT = /^debug\/plan-(.+)-(?:task-\d+-(?:attempt-\d+|undone-[0-9a-f]+)|moved-[0-9a-f]+)$/;

/** The branches of plans are what is proven: only those that are wholly on a main branch may go, and only when asked for. */
export async function planBranches(
  opened: OpenedRepository,
  plans: readonly string[],
  isAskedFor: boolean,
): Promise<Found> {
  const branches = await Promise.all(
    plans.map((plan) => listBranches(opened.git, `refs/heads/plan/${plan}`).then((all) => exact(all, plan))),
  );
  const mains = await mainBranches(historyOf(opened.git));
  const heads = mains.map(({ commit }) => commit);
  const [merged, squashed, unmerged]: [Branch[], Branch[], Branch[]] = [[], [], []];
  for (const branch of branches.flat()) {
    const isMerged = await Promise.all(heads.map((commit) => isWithin(opened.git, branch.commit, commit)));
    if (isMerged.some(Boolean)) merged.push(branch);
    else ((await isSquashed(opened, branch, heads)) ? squashed : unmerged).push(branch);
  }
  const all = [...merged, ...squashed];
  const kept = isAskedFor ? [] : all.map(({ ref }) => ({ what: nameOf(ref), why: "merged; --branches removes it" }));
  const found = isAskedFor
    ? [unlessCheckedOut(opened, merged, "merged"), unlessCheckedOut(opened, squashed, "squashed", keepCommits)]
    : [];
  return {
    goes: found.flatMap(({ goes }) => goes),
    stays: [
      ...found.flatMap(({ stays }) => stays),
      ...kept,
      ...unmerged.map(({ ref }) => ({ what: nameOf(ref), why: "not merged" })),
    ],
  };
}

/** Whether a branch ends with the plan as it was finished, and a main branch has just that. More than that is work of its own. */
async function isSquashed({ git }: OpenedRepository, branch: Branch, heads: readonly CommitId[]): Promise<boolean> {
  const [last] = await historyOf(git).firstParents(branch.commit, () => true);
  const message = last && readMessage(last.message);
  if (message?.kind !== "complete" || branch.ref !== `refs/heads/plan/${message.plan}`) return false;
  return (await landedAsTrees(git, [{ plan: message.plan, tip: branch.commit }], heads)).has(branch.commit);
}

/** Nothing else holds the commits of a branch that was squashed elsewhere, and an audit needs them. */
const keepCommits = ({ git }: OpenedRepository, { ref, commit }: Branch): Promise<void> =>
  keepPlan(git, { plan: ref.replace("refs/heads/plan/", ""), tip: commit });

const exact = (branches: readonly Branch[], plan: string): Branch[] =>
  branches.filter(({ ref }) => ref === `refs/heads/plan/${plan}`);

function unlessCheckedOut(
  opened: OpenedRepository,
  branches: readonly Branch[],
  what: string,
  before: (opened: OpenedRepository, branch: Branch) => Promise<void> = async () => {},
): Found {
  const { git } = opened;
  const placed = branches.map((branch) => ({ ...branch, place: whereCheckedOut(git.facts, branch.ref) }));
  return {
    goes: placed
      .filter(({ place }) => place === null)
      .map(({ ref, commit }) => ({
        what: `branch ${nameOf(ref)} (${what})`,
        bytes: 0,
        async remove() {
          await before(opened, { ref, commit });
          await deleteBranch(git, ref, commit);
        },
      })),
    stays: placed.flatMap(({ ref, place }) =>
      place === null ? [] : [{ what: nameOf(ref), why: `checked out in ${place}` }],
    ),
  };
}

const nameOf = (ref: string): string => ref.replace("refs/heads/", "");
