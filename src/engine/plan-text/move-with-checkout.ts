import type { CommitId } from "../../ports/git.ts";
import type { Run } from "../../record/run.ts";
import { whereCheckedOut } from "../../workspace/git/checked-out.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { moveBranch } from "../../workspace/history/refs.ts";
import { settleCheckout } from "../../workspace/history/settle-checkout.ts";
import { treesOf } from "../../workspace/objects/trees.ts";

/** Moves a branch, and with it the checkout of a plan that is carried out in place. */
export async function moveWithCheckout(
  git: HarnessGit,
  { branch, inPlace }: Pick<Run, "branch" | "inPlace">,
  { from, to }: { from: CommitId; to: CommitId },
): Promise<void> {
  // The files go first: a branch that has moved is not looked at again.
  const isCheckedOut = inPlace && whereCheckedOut(git.facts, branch) === git.facts.top;
  if (isCheckedOut) await settleCheckout(git, await treesOf(git).treeOf(from), to);
  await moveBranch(git, branch, to, from, inPlace ? "settled-later" : "none");
}
