import type { Run } from "../record/run.ts";
import { whereCheckedOut } from "../workspace/checked-out.ts";
import type { HarnessGit } from "../workspace/harness-git.ts";
import { historyOf } from "../workspace/history.ts";
import { moveBranch } from "../workspace/refs.ts";
import { settleCheckout } from "../workspace/settle-checkout.ts";
import { treesOf } from "../workspace/trees.ts";
import { boundary } from "./boundaries.ts";
import type { RunState } from "./run-state.ts";

/**
 * Moves a branch to where the journal says it is, if it still stands where it came from. The journal is told first of
 * what a person has approved, so that no crash can lose it; whoever goes on afterwards finishes here. False when the
 * branch is anywhere else.
 */
export async function bringToTip(
  { run: { branch, inPlace }, git }: { run: Run; git: HarnessGit },
  { tip, cameFrom }: Pick<RunState, "tip" | "cameFrom">,
): Promise<boolean> {
  const there = await historyOf(git).resolve(branch);
  if (there === tip) return true;
  if (tip === null || there === null || there !== cameFrom) return false;
  // The files go first: a branch that has moved is not looked at again.
  const isCheckedOut = inPlace && whereCheckedOut(git.facts, branch) === git.facts.top;
  if (isCheckedOut) await settleCheckout(git, await treesOf(git).treeOf(there), tip);
  await moveBranch(git, branch, tip, there, inPlace ? "settled-later" : "none");
  boundary("the branch has followed the journal");
  return true;
}
