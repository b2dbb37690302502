import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { moveWithCheckout } from "../plan-text/move-with-checkout.ts";
import { boundary } from "../state/boundaries.ts";
import { append, type Held } from "../state/journal-state.ts";
import type { RunState } from "../state/run-state.ts";

/**
 * Moves a branch to where the journal says it is, if it still stands where it came from. The journal is told first of
 * what a person has approved, so that no crash can lose it; whoever goes on afterwards finishes here. It follows once: a
 * branch that somebody moves back later is theirs. False when the branch is anywhere else.
 */
export async function bringToTip(
  held: Held,
  git: HarnessGit,
  { tip, cameFrom }: Pick<RunState, "tip" | "cameFrom">,
): Promise<boolean> {
  const there = await historyOf(git).resolve(held.run.branch);
  if (tip === null || cameFrom === null) return there === tip;
  if (there !== tip && there !== cameFrom) return false;
  if (there === cameFrom) {
    await moveWithCheckout(git, held.run, { from: there, to: tip });
    boundary("the branch has followed the journal");
  }
  await append(held, null, () => ({ facts: [{ type: "branch-followed", to: tip }], value: null }));
  return true;
}
