import { dirname } from "node:path";
import { approvalHash } from "../../plan/approval.ts";
import type { Plan } from "../../plan/model.ts";
import type { Blob, CommitId, CommitObject, History, Person, TreeId, Trees } from "../../ports/git.ts";
import type { Signer } from "../../ports/signer.ts";
import { HARNESS_NAME, readMessage, writeMessage } from "../../record/commit-message.ts";
import { isUnderWay } from "../../record/plan-artifacts.ts";
import { isTaken } from "../../workspace/folders/own-folder.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { writeCommit } from "../../workspace/history/commits.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { createBranch, deleteBranch } from "../../workspace/history/refs.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { boundary } from "../state/boundaries.ts";
import { runFolders } from "../state/run-folder.ts";
import { moveWithCheckout } from "./move-with-checkout.ts";
import { planTextAt } from "./plan-text.ts";

export const planBranch = (plan: Plan): string => `refs/heads/plan/${plan.id}`;

/**
 * Opens a plan's branch: one commit with the approved text under `.plan/`, on top of the base. `isCheckedOut`: the branch is
 * there, with its checkout at `git`'s top, and the base is its tip.
 */
export async function openPlanBranch(
  git: HarnessGit,
  approved: {
    plan: Plan;
    files: readonly PlanFile[];
    base: CommitId;
    by: string;
    signer: Signer;
    isCheckedOut?: boolean;
  },
): Promise<CommitId> {
  const { plan, files, base, by, signer } = approved;
  const tree = await approvedTree(treesOf(git), base, files);
  const message = writeMessage({ kind: "approved", plan: plan.id, planHash: approvalHash(plan), approvedBy: by });
  const who = harness(signer);
  const commit = await writeCommit(git, { tree, parents: [base], author: who, committer: who, message, signer });
  const branch = planBranch(plan);
  if (approved.isCheckedOut) await moveWithCheckout(git, { branch, inPlace: true }, { from: base, to: commit });
  else await createBranch(git, branch, commit);
  boundary("the branch is opened");
  return commit;
}

/** Stores the commit that says a plan was approved anew: it changes nothing but the plan's own files. No branch moves. */
export async function writeRevised(
  git: HarnessGit,
  approved: { tip: CommitId; plan: Plan; files: readonly PlanFile[]; by: string; signer: Signer },
): Promise<CommitId> {
  const { tip, plan, files, by, signer } = approved;
  const trees = treesOf(git);
  const before = await trees.treeOf(tip);
  const old = (await planTextAt(trees, before)).files;
  const tree = await withTexts(trees, await trees.compose(before, new Map(old.map(({ path }) => [path, null]))), files);
  const message = writeMessage({ kind: "revised", plan: plan.id, planHash: approvalHash(plan), approvedBy: by });
  const who = harness(signer);
  return writeCommit(git, { tree, parents: [tip], author: who, committer: who, message, signer });
}

/**
 * Takes away a branch of this plan that holds nothing but an approval of ours: a run that never began, because the machine
 * went down or a person cancelled it, or that was given up before anything was accepted. Any other branch stays, and then
 * it is in the way; so does one that a process works on just now, of which only another database knows, and one below which
 * lies what no other branch has.
 */
export async function removeUnbegun(git: HarnessGit, plan: Plan, signer: Signer): Promise<void> {
  const history = historyOf(git);
  const tip = await history.resolve(planBranch(plan));
  if (tip === null) return;
  const isOwn = ({ message, committer }: CommitObject): boolean => {
    const read = readMessage(message);
    return "plan" in read && read.plan === plan.id && committer.email === signer.identity;
  };
  const commits = await unbegunIn(history, tip);
  if (!commits?.every(isOwn) || isWorkedOn(git, plan)) return;
  const [base] = commits.at(-1)?.parents ?? [];
  if (base !== undefined && (await isElsewhere(git, base, plan))) await deleteBranch(git, planBranch(plan), tip);
}

/** Whether a commit stays in reach without the plan's branch, which may have been a person's own. */
async function isElsewhere(git: HarnessGit, commit: CommitId, plan: Plan): Promise<boolean> {
  const { head } = git.facts;
  if (head.kind !== "unborn" && head.commit === commit) return true;
  const { stdout } = await git.run(["for-each-ref", "--format=%(refname)", `--contains=${commit}`, "refs/heads/"]);
  return stdout
    .toString()
    .split("\n")
    .some((ref) => ref !== "" && ref !== planBranch(plan));
}

/** The commits of a branch on which nothing was ever accepted: its approval, and where it was given up; else null. */
export async function unbegunIn(history: History, tip: CommitId): Promise<CommitObject[] | null> {
  const commits = await history.firstParents(tip, ({ message }) => readMessage(message).kind !== "failed");
  const first = commits.at(-1);
  return first && readMessage(first.message).kind === "approved" ? commits : null;
}

/** Whether the tip of a branch is a commit of this plan. */
export async function holdsPlan(history: History, tip: CommitId, id: string): Promise<boolean> {
  const [last] = await history.firstParents(tip, () => true);
  const message = last && readMessage(last.message);
  return message !== undefined && "plan" in message && message.plan === id;
}

/** Whoever carries a plan out holds the folder of its run, which lies beside our git directory. */
const isWorkedOn = ({ gitDir }: HarnessGit, { id }: Plan): boolean =>
  runFolders(dirname(gitDir)).some(({ plan, path }) => plan === id && isTaken(path));

/** The tree that a plan's branch begins with: the base, with the plan's text under `.plan/` beside finished plans alone. */
export async function approvedTree(trees: Trees, base: CommitId, files: readonly PlanFile[]): Promise<TreeId> {
  const tree = await trees.treeOf(base);
  // Earlier versions left the text and receipts of a merged plan there; its branch keeps them.
  const old = (await trees.entries(tree)).filter(({ path }) => isUnderWay(path));
  return withTexts(trees, await trees.compose(tree, new Map(old.map(({ path }) => [path, null]))), files);
}

type PlanFile = { path: string; text: string };

const withTexts = (trees: Trees, tree: TreeId, files: readonly PlanFile[]): Promise<TreeId> =>
  withFiles(
    trees,
    tree,
    files.map(({ path, text }) => ({ path, bytes: Buffer.from(text) })),
  );

/** The same tree with these files in it. */
async function withFiles(
  trees: Trees,
  tree: TreeId,
  files: readonly { path: string; bytes: Uint8Array }[],
): Promise<TreeId> {
  const written = new Map<string, Blob>();
  for (const { path, bytes } of files) written.set(path, { mode: "100644", id: await trees.write(bytes) });
  return trees.compose(tree, written);
}

/** Commits are the harness's own; `name` differs for a worker's. */
export const harness = (signer: Signer, name = HARNESS_NAME): Person => ({
  name,
  email: signer.identity,
  time: Math.floor(Date.now() / 1000),
  zone: "+0000",
});
