import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommitId, ProofTree } from "../../ports/git.ts";
import type { Mount } from "../../ports/sandbox.ts";
import { writeOver } from "../../std/write-over.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import type { OpenProofTree } from "./proof-tree.ts";
import { makeGitFolder } from "./throw-away-git.ts";

export type ProofGit = {
  /** The same proof tree, whose git follows it. */
  proof: ProofTree;
  /** What a contract must be shown for git to work in a tree that it sees at `at`. */
  mounts(at: string): Mount[];
};

/** A branch as those see it who ask where it was pushed to. */
export type PushedBranch = { branch: string; remote: { name: string; url: string } | null };

/**
 * Git for contracts: `git diff --exit-code` and a test that asks for the branch work as they do in a checkout. HEAD is
 * where the work began, the index is the tree that is being proven, and every write is thrown away. It has no remote, and
 * a branch of its own; with `pushed` it has those.
 */
export async function openProofGit(
  git: HarnessGit,
  folder: string,
  tree: OpenProofTree,
  { head, pushed = null }: { head: CommitId; pushed?: PushedBranch | null },
): Promise<ProofGit> {
  const prefix = pushed === null ? "" : "pushed-";
  const branch = pushed?.branch ?? "planwright/proof";
  const made = await makeGitFolder(git, { folder: join(folder, `${prefix}git`), head, branch });
  if (pushed !== null) appendFileSync(join(made.folder, "config"), remoteConfig(pushed));
  const gitfile = join(folder, `${prefix}gitfile`);
  writeFileSync(gitfile, `gitdir: ${made.folder}\n`);
  return {
    proof: {
      path: tree.path,
      soil: tree.soil,
      async hold(id) {
        await tree.hold(id);
        writeOver(join(made.folder, "index"), readFileSync(tree.index));
      },
    },
    mounts: (at) => [
      { show: gitfile, at: join(at, ".git"), access: "read" },
      { show: made.folder, at: made.folder, access: "throw-away" },
      { ...made.objects, access: "read" },
      ...(made.added === null ? [] : [{ ...made.added, access: "read" as const }]),
    ],
  };
}

function remoteConfig({ branch, remote }: PushedBranch): string {
  if (remote === null) return "";
  const name = quoted(remote.name);
  return `[remote ${name}]
\turl = ${quoted(remote.url)}
\tfetch = ${quoted(`+refs/heads/*:refs/remotes/${remote.name}/*`)}
[branch ${quoted(branch)}]
\tremote = ${name}
\tmerge = ${quoted(`refs/heads/${branch}`)}
`;
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
