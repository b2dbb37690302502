import type { CommitId } from "../../ports/git.ts";
import { finishedFolder } from "../../record/plan-artifacts.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { objectId } from "../../workspace/git/object-id.ts";
import { treesOf } from "../../workspace/objects/trees.ts";

/** A plan that is done, by its id, and the last commit of its branch. */
export type PlanAtTip = { plan: string; tip: CommitId };

/**
 * The tips of those plans whose text and receipts lie in one of these commits exactly as they lie at their own tip. So a plan
 * is found also where it was squashed, and none of its commits came along.
 */
export async function landedAsTrees(
  git: HarnessGit,
  plans: readonly PlanAtTip[],
  heads: readonly CommitId[],
): Promise<ReadonlySet<CommitId>> {
  const own = await treesAt(
    git,
    plans.map(({ plan, tip }) => ({ commit: tip, plan })),
  );
  const known = plans.flatMap(({ plan, tip }, index) => {
    const tree = own[index] ?? null;
    return tree === null ? [] : [{ plan, tip, tree }];
  });
  const asked = known.flatMap((each) => heads.map((commit) => ({ ...each, commit })));
  const there = await treesAt(git, asked);
  return new Set(asked.filter(({ tree }, index) => tree === there[index]).map(({ tip }) => tip));
}

/** The folder of each plan in its commit, as git names the tree; null where there is none, or nothing in it. */
async function treesAt(
  git: HarnessGit,
  asked: readonly { commit: CommitId; plan: string }[],
): Promise<(string | null)[]> {
  if (asked.length === 0) return [];
  const names = asked.map(({ commit, plan }) => `${objectId(commit)}:${finishedFolder(plan)}\n`);
  // A clone that leaves trees out until they are needed cannot say, and ends with 128.
  const { stdout } = await git.run(["cat-file", "--batch-check=%(objecttype) %(objectname)"], {
    input: Buffer.from(names.join("")),
    allowed: [0, 128],
  });
  const lines = stdout.toString("latin1").split("\n");
  const { emptyTree } = treesOf(git);
  return asked.map((_, index) => {
    const tree = /^tree ([0-9a-f]+)$/.exec(lines[index] ?? "")?.[1] ?? null;
    return tree === emptyTree ? null : tree;
  });
}
