import { whereCheckedOut } from "../workspace/checked-out.ts";
import { historyOf } from "../workspace/history.ts";
import { isWithin } from "../workspace/merge-trees.ts";
import { type Branch, deleteBranch, listBranches } from "../workspace/refs.ts";
import type { Found } from "./clean-found.ts";
import { mainBranches } from "./main-branches.ts";
import type { OpenedRepository } from "./open-repository.ts";

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
  const [merged, unmerged]: [Branch[], Branch[]] = [[], []];
  for (const branch of branches.flat()) {
    const isMerged = await Promise.all(mains.map(({ commit }) => isWithin(opened.git, branch.commit, commit)));
    (isMerged.some(Boolean) ? merged : unmerged).push(branch);
  }
  const found = isAskedFor ? unlessCheckedOut(opened, merged, "merged") : { goes: [], stays: [] };
  const kept = isAskedFor ? [] : merged.map(({ ref }) => ({ what: nameOf(ref), why: "merged; --branches removes it" }));
  return {
    goes: found.goes,
    stays: [...found.stays, ...kept, ...unmerged.map(({ ref }) => ({ what: nameOf(ref), why: "not merged" }))],
  };
}

const exact = (branches: readonly Branch[], plan: string): Branch[] =>
  branches.filter(({ ref }) => ref === `refs/heads/plan/${plan}`);

function unlessCheckedOut({ git }: OpenedRepository, branches: readonly Branch[], what: string): Found {
  const placed = branches.map((branch) => ({ ...branch, place: whereCheckedOut(git.facts, branch.ref) }));
  return {
    goes: placed
      .filter(({ place }) => place === null)
      .map(({ ref, commit }) => ({
        what: `branch ${nameOf(ref)} (${what})`,
        bytes: 0,
        remove: () => deleteBranch(git, ref, commit),
      })),
    stays: placed.flatMap(({ ref, place }) =>
      place === null ? [] : [{ what: nameOf(ref), why: `checked out in ${place}` }],
    ),
  };
}

const nameOf = (ref: string): string => ref.replace("refs/heads/", "");
