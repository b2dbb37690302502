import { readFileSync } from "node:fs";
import type { CommitId, History, Trees } from "../../ports/git.ts";
import { readMessage } from "../../record/commit-message.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { withFile } from "../opening/file-access.ts";
import { mainBranches } from "../opening/main-branches.ts";
import { SIGNERS_FILE, signersAt } from "./signers-file.ts";

/** The text of an `allowed_signers` file and where it comes from; both null when nobody told who may sign. */
export type KnownSigners = {
  text: string | null;
  /** The same file right before the plan came to the main branch, or as it is now: who is gone there counts no more. */
  later: string | null;
  from: string | null;
  /** The plan has changed the file itself. */
  isOwnChange: boolean;
};

type Repository = { git: HarnessGit; history: History; trees: Trees };

/**
 * Who may sign: the person's own file, or else the main branch's as it was where the plan began, without those whom main
 * has removed since. So a plan never vouches for itself, nor two for each other, however they come to main.
 */
export async function knownSigners(
  repository: Repository,
  tip: CommitId,
  file: string | undefined,
): Promise<KnownSigners> {
  const { git, history, trees } = repository;
  const parent = await belowApproval(history, tip);
  const isOwnChange = parent !== null && (await textAt(trees, parent)) !== (await textAt(trees, tip));
  if (file !== undefined) {
    return { text: withFile(file, () => readFileSync(file, "utf8")), later: null, from: file, isOwnChange };
  }
  for (const { name, commit } of await mainBranches(history)) {
    const before = await beforeMerge(git, tip, commit);
    const began = before === null ? parent : await oneCommit(git, ["merge-base", before, parent ?? tip]);
    const text = began === null ? null : await textAt(trees, began);
    if (began === null || text === null || text.trim() === "") continue;
    const later = before === null ? null : ((await textAt(trees, before)) ?? "");
    return { text, later, from: `${SIGNERS_FILE} of ${name} at ${began.slice(0, 10)}`, isOwnChange };
  }
  return { text: null, later: null, from: null, isOwnChange };
}

/** The parent of the commit `plan approved`; null where there is none, or the history ends above it. */
async function belowApproval(history: History, tip: CommitId): Promise<CommitId | null> {
  let strangers = 0;
  try {
    const seen = await history.firstParents(tip, ({ message }) => {
      const { kind } = readMessage(message);
      if (kind === "other") strangers++;
      return kind === "approved" || strangers === MOST_STRANGERS;
    });
    const last = seen.at(-1);
    return last !== undefined && readMessage(last.message).kind === "approved" ? (last.parents[0] ?? null) : null;
  } catch {
    // A history that cannot be read is the audit's to tell.
    return null;
  }
}

/** What a shallow clone lacks names nobody. */
const textAt = (trees: Trees, commit: CommitId): Promise<string | null> => signersAt(trees, commit).catch(() => null);

/** A branch with so many commits that are not Planwright's is no plan's. */
const MOST_STRANGERS = 1000;

/**
 * The main branch as it was before it held this commit. Null when that cannot be told: the main branch was moved to the
 * commit without a merge, and all that lies below the plan was main's own.
 */
async function beforeMerge(git: HarnessGit, tip: CommitId, main: CommitId): Promise<CommitId | null> {
  const { code } = await git.run(["merge-base", "--is-ancestor", tip, main], { allowed: [0, 1] });
  if (code === 1) return main;
  const list = ["rev-list", "--first-parent", "--ancestry-path", "--reverse", `${tip}..${main}`];
  const merge = await oneCommit(git, list);
  const parent = merge === null ? null : await oneCommit(git, ["rev-parse", "--verify", "--quiet", `${merge}^1`]);
  if (parent === null) return null;
  const held = await git.run(["merge-base", "--is-ancestor", tip, parent], { allowed: [0, 1] });
  return held.code === 1 ? parent : null;
}

async function oneCommit(git: HarnessGit, args: readonly string[]): Promise<CommitId | null> {
  const { code, stdout } = await git.run(args, { allowed: [0, 1, 128] });
  const [first = ""] = stdout.toString("latin1").split("\n");
  return code === 0 && first !== "" ? first : null;
}
