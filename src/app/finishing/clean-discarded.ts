import { forgetPlan, keptRef } from "../../engine/branch/kept-plan.ts";
import { landedAsTrees } from "../../engine/branch/landed.ts";
import type { CommitId, CommitObject } from "../../ports/git.ts";
import { readMessage } from "../../record/commit-message.ts";
import { Refused } from "../../std/refusal.ts";
import { whereCheckedOut } from "../../workspace/git/checked-out.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { type Branch, deleteBranch, listBranches } from "../../workspace/history/refs.ts";
import { mainBranches } from "../opening/main-branches.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import type { Found } from "./clean-found.ts";

/** A branch by its short name, and how many of its commits no other branch or tag has. */
export type Lost = { branch: string; commits: number };

/**
 * The branch of a plan that somebody gives up for good, merged or not. Throws `Refused` where it must not go: checked
 * out, or with commits on it that are not the plan's and would be lost with it.
 */
export async function discardedBranch(
  { git }: OpenedRepository,
  [plan]: readonly string[],
): Promise<{ found: Found; lost: Lost | null }> {
  const name = `plan/${plan}`;
  const ref = `refs/heads/${name}`;
  const branch = (await listBranches(git, ref)).find((each) => each.ref === ref);
  if (plan === undefined || branch === undefined)
    throw new Refused("no-branch", `there is no branch ${name} in this repository`);
  const place = whereCheckedOut(git.facts, ref);
  if (place !== null) {
    throw new Refused("checked-out", `${name} is checked out in ${place}; switch to another branch there first`);
  }
  const lonely = await onlyHere(git, branch, plan);
  await refuseStrangers(git, { name, plan, tip: branch.commit, lonely });
  const commits = lonely.size;
  const isKept = await isKeptInVain(git, plan, branch.commit, commits);
  const remove = async (): Promise<void> => {
    await deleteBranch(git, ref, branch.commit);
    if (isKept) await forgetPlan(git, { plan, tip: branch.commit });
  };
  const told = commits === 0 ? "other branches have all of it" : "not merged";
  return {
    found: {
      goes: [{ what: `branch ${name} (${told})`, bytes: 0, remove }],
      stays: [],
    },
    lost: commits === 0 ? null : { branch: name, commits },
  };
}

/** Whether a ref of ours keeps commits of which nothing has come to a main branch, not even squashed. */
async function isKeptInVain(git: HarnessGit, plan: string, tip: CommitId, commits: number): Promise<boolean> {
  const history = historyOf(git);
  if (commits === 0 || (await history.resolve(keptRef(plan))) !== tip) return false;
  const heads = (await mainBranches(history)).map(({ commit }) => commit);
  return !(await landedAsTrees(git, [{ plan, tip }], heads)).has(tip);
}

/** Debug branches of the plan go with it, and what we keep for ourselves is out of a person's sight. */
async function onlyHere(git: HarnessGit, { ref, commit }: Branch, plan: string): Promise<ReadonlySet<CommitId>> {
  const others = [ref, `refs/heads/debug/plan-${plan}-*`, "refs/planwright/*"].map((each) => `--exclude=${each}`);
  const { stdout } = await git.run(["rev-list", commit, "--not", ...others, "--all"]);
  return new Set(stdout.toString("latin1").split("\n").filter(Boolean));
}

async function refuseStrangers(
  git: HarnessGit,
  { name, plan, tip, lonely }: { name: string; plan: string; tip: CommitId; lonely: ReadonlySet<CommitId> },
): Promise<void> {
  if (lonely.size === 0) return;
  const chain = await historyOf(git).firstParents(tip, ({ parents: [parent = ""] }) => !lonely.has(parent));
  const own = new Set(chain.filter((commit) => isOf(commit, plan)).map(({ id }) => id));
  const strangers = [...lonely].filter((id) => !own.has(id));
  const [first] = strangers;
  if (first === undefined) return;
  const more = strangers.length > 1 ? ` and ${strangers.length - 1} more` : "";
  throw new Refused(
    "not-possible",
    `${name} holds commits that are not the plan's and nowhere else: ${first.slice(0, 10)}${more}; give them a branch of their own first`,
  );
}

function isOf({ message }: CommitObject, plan: string): boolean {
  const read = readMessage(message);
  return "plan" in read && read.plan === plan;
}
