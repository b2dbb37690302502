import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommitId, ProofTree } from "../ports/git.ts";
import type { Mount } from "../ports/sandbox.ts";
import type { HarnessGit } from "./harness-git.ts";
import type { OpenProofTree } from "./proof-tree.ts";
import { makeGitFolder } from "./throw-away-git.ts";

export type ProofGit = {
  /** The same proof tree, whose git follows it. */
  proof: ProofTree;
  /** What a contract must be shown for git to work in a tree that it sees at `at`. */
  mounts(at: string): Mount[];
};

/**
 * Git for contracts: `git diff --exit-code` and a test that asks for the branch work as they do in a checkout. HEAD is
 * where the work began, the index is the tree that is being proven, and every write is thrown away.
 */
export async function openProofGit(
  git: HarnessGit,
  folder: string,
  tree: OpenProofTree,
  head: CommitId,
): Promise<ProofGit> {
  const made = await makeGitFolder(git, { folder: join(folder, "git"), head, branch: "planwright/proof" });
  const gitfile = join(folder, "gitfile");
  writeFileSync(gitfile, `gitdir: ${made.folder}\n`);
  return {
    proof: {
      path: tree.path,
      soil: tree.soil,
      async hold(id) {
        await tree.hold(id);
        copyFileSync(tree.index, join(made.folder, "index"));
      },
    },
    mounts: (at) => [
      { show: gitfile, at: join(at, ".git"), access: "read" },
      { show: made.folder, at: made.folder, access: "throw-away" },
      { ...made.objects, access: "read" },
    ],
  };
}
