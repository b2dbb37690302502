import { readFileSync } from "node:fs";
import type { CommitId, History, Trees } from "../ports/git.ts";
import type { HarnessGit } from "../workspace/harness-git.ts";
import { withFile } from "./file-access.ts";
import { mainBranches } from "./main-branches.ts";

/** The text of an `allowed_signers` file and where it comes from; both null when nobody told who may sign. */
export type KnownSigners = { text: string | null; from: string | null };

const SIGNERS_FILE = "allowed_signers";

type Repository = { git: HarnessGit; history: History; trees: Trees };

/**
 * Who may sign: the person's own file, or else the main branch's. A branch must never vouch for its own signers, also
 * not after it was merged; so what it has itself added to the file does not count.
 */
export async function knownSigners(
  repository: Repository,
  tip: CommitId,
  file: string | undefined,
): Promise<KnownSigners> {
  if (file !== undefined) return { text: withFile(file, () => readFileSync(file, "utf8")), from: file };
  for (const { name, commit } of await mainBranches(repository.history)) {
    const text = await signersAt(repository.trees, commit);
    if (text === null) continue;
    const added = await addedBy(repository, tip, commit);
    const lines = text.split("\n").map((line) => (added.has(line.trim()) ? "" : line));
    if (lines.some((line) => line.trim() !== "")) return { text: lines.join("\n"), from: `${SIGNERS_FILE} of ${name}` };
  }
  return { text: null, from: null };
}

/** The lines of the file that are on the branch, and were not on the main branch when it began. */
async function addedBy({ git, trees }: Repository, tip: CommitId, main: CommitId): Promise<Set<string>> {
  const before = await beforeMerge(git, tip, main);
  const fork = before === null ? null : await oneCommit(git, ["merge-base", before, tip]);
  const known = new Set(linesOf(fork === null ? null : await signersAt(trees, fork)));
  return new Set(linesOf(await signersAt(trees, tip)).filter((line) => !known.has(line)));
}

/**
 * The main branch as it was before it held this commit. Null when that cannot be told: the main branch was moved to the
 * commit without a merge, and nothing shows what was its own.
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

async function signersAt(trees: Trees, commit: CommitId): Promise<string | null> {
  const entry = (await trees.entries(await trees.treeOf(commit))).find(({ path }) => path === SIGNERS_FILE);
  const [bytes] = entry?.mode.startsWith("100") ? await trees.read([entry.id]) : [];
  return bytes === undefined ? null : Buffer.from(bytes).toString("utf8");
}

const linesOf = (text: string | null): string[] =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
