import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommitId, TreeId } from "../ports/git.ts";
import type { Mount } from "../ports/sandbox.ts";
import type { Tampering } from "../record/verdict.ts";
import type { WorkPlace } from "../sandbox/policies.ts";
import { makeReadable } from "../workspace/make-readable.ts";
import { type Snapshot, snapshot } from "../workspace/snapshot.ts";
import { discardGitFolder } from "../workspace/throw-away-git.ts";
import { keptWorkTree, makeWorkTree, type WorkTree } from "../workspace/work-tree.ts";
import { discardWorkerGit, gitTampering, makeGitBesideCheckout, makeWorkerGit } from "../workspace/worker-git.ts";
import type { StepRun } from "./step-run.ts";

/** Where an attempt works, made ready for it. */
export type OpenWorkPlace = {
  path: string;
  shown: Pick<WorkPlace, "tree" | "git" | "dotGit">;
  /** What has become of it. */
  look(): Promise<{ left: Snapshot; tampering: Tampering[] }>;
  close(): void;
};

/** `goesOn` is what an earlier leg of the attempt has left; null for an attempt that begins with the base. */
export function openWorkPlace(run: StepRun, base: CommitId, goesOn: TreeId | null): Promise<OpenWorkPlace> {
  return run.inPlace ? openCheckout(run, base) : openWorkTree(run, base, goesOn);
}

async function openWorkTree(run: StepRun, base: CommitId, goesOn: TreeId | null): Promise<OpenWorkPlace> {
  const folder = join(run.folder, "work");
  const isKept = goesOn !== null && existsSync(join(folder, "tree"));
  const work = isKept ? keptWorkTree(folder) : await makeWorkTree(run.git, folder, goesOn ?? base);
  const git = await makeWorkerGit(run.git, {
    folder: join(run.folder, "git"),
    tree: work.path,
    head: base,
    branch: branchName(run),
    index: work.index,
  });
  return {
    path: work.path,
    shown: { tree: work.path, git },
    async look() {
      // Before anybody looks or tidies up: a worker may have closed even the folder that everything lies in.
      makeReadable(folder, "tree");
      return { tampering: gitTampering(git), left: await snapshotOf(run, work, base) };
    },
    close: () => discardWorkerGit(git),
  };
}

/** Nothing is reset, cleaned or looked for in a `.git` that the worker never sees. */
async function openCheckout(run: StepRun, base: CommitId): Promise<OpenWorkPlace> {
  const { top } = run.git.facts;
  const folder = join(run.folder, "git");
  const { dotGit, ...git } = await makeGitBesideCheckout(run.git, { folder, head: base, branch: branchName(run) });
  const shownGit: Mount = { ...dotGit, at: join(run.place.at, ".git") };
  return {
    path: top,
    shown: { tree: top, git, dotGit: shownGit },
    look: async () => ({ tampering: [], left: await snapshotOf(run, checkoutOf(run), base) }),
    close: () => discardGitFolder(folder),
  };
}

/** The folder that a run works in, and the repository it belongs to. */
export type Ground = Pick<StepRun, "git" | "branch" | "inPlace" | "folder">;

/**
 * What lies in the run's work tree now, whoever left it there; null where there is none. A checkout that is on another
 * branch by now holds nothing of the run's.
 */
export async function leftInWorkPlace(run: Ground, base: CommitId): Promise<Snapshot | null> {
  const { head } = run.git.facts;
  if (run.inPlace) {
    return head.kind === "branch" && head.ref === run.branch ? snapshotOf(run, checkoutOf(run), base) : null;
  }
  const folder = join(run.folder, "work");
  if (!existsSync(join(folder, "tree"))) return null;
  const work = keptWorkTree(folder);
  makeReadable(folder, "tree");
  return snapshotOf(run, work, base);
}

const checkoutOf = ({ git, folder }: Ground): WorkTree => ({
  path: git.facts.top,
  index: join(folder, "checkout-index"),
});

/** The person's own index knows which files of their checkout only came out of a filter. */
const snapshotOf = ({ git, inPlace }: Ground, { path, index }: WorkTree, base: CommitId): Promise<Snapshot> =>
  snapshot(git, path, { index, base, sparse: inPlace });

const branchName = ({ branch }: StepRun): string => branch.replace("refs/heads/", "");
