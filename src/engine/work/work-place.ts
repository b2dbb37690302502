import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LEFTOVERS } from "../../agents/known/leftovers.ts";
import { isFollowed } from "../../contracts/restore/is-followed.ts";
import type { Plan } from "../../plan/model.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import type { Mount } from "../../ports/sandbox.ts";
import type { Tampering } from "../../record/verdict.ts";
import type { WorkPlace } from "../../sandbox/policies.ts";
import { makeReadable } from "../../workspace/folders/make-readable.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { discardGitFolder, listRefs } from "../../workspace/places/throw-away-git.ts";
import { keptWorkTree, makeWorkTree, type WorkTree } from "../../workspace/places/work-tree.ts";
import {
  discardWorkerGit,
  gitTampering,
  leaveAlone,
  makeGitBesideCheckout,
  makeWorkerGit,
} from "../../workspace/places/worker-git.ts";
import { type Snapshot, snapshot } from "../../workspace/snapshot/snapshot.ts";
import { UnfitWork } from "../../workspace/snapshot/unfit-work.ts";
import type { StepRun } from "../state/step-run.ts";

/** Where an attempt works, made ready for it. */
export type OpenWorkPlace = {
  path: string;
  shown: Pick<WorkPlace, "tree" | "git" | "dotGit">;
  /** Writes what files of the base say by now. The worker's git takes no notice, and leaves them alone. */
  put(files: readonly { path: string; text: string }[]): Promise<void>;
  /** What has become of it. */
  look(): Promise<Looked>;
  close(): void;
};

/** `unfit`: why what lies there cannot be taken; then `left` is as if nothing was done. */
export type Looked = { left: Snapshot; unfit: string | null; tampering: Tampering[] };

/** `goesOn` is what an earlier leg of the attempt has left; null for an attempt that begins with the base. */
export function openWorkPlace(run: StepRun, base: CommitId, goesOn: TreeId | null): Promise<OpenWorkPlace> {
  return run.inPlace ? openCheckout(run, base) : openWorkTree(run, base, goesOn);
}

/**
 * Begins to bring the work tree to where the next attempt begins, while that is written down. Only a head start: whatever
 * goes wrong shows when the attempt opens it.
 */
export function prepareWorkPlace(run: StepRun, base: CommitId): void {
  if (run.inPlace) return;
  const refs = listRefs(run.git);
  refs.catch(() => {});
  prepareWorkTree(run, base);
  const prepared = ahead.get(run);
  if (prepared) prepared.refs = refs;
}

/** The same for its files alone, before the branch has moved there. */
export function prepareWorkTree(run: StepRun, base: CommitId): void {
  if (run.inPlace || ahead.get(run)?.base === base) return;
  const work = workPlaceIsFree(run).then(() => makeWorkTree(run.git, workFolder(run), base));
  ahead.set(run, { base, refs: null, work: work.catch(() => null) });
}

/** Nobody is at work in it. */
export async function workPlaceIsFree(run: StepRun): Promise<void> {
  await ahead.get(run)?.work;
}

type Ahead = { base: CommitId; refs: ReturnType<typeof listRefs> | null; work: Promise<WorkTree | null> };

/** What was prepared and nobody has opened yet. */
const ahead = new WeakMap<StepRun, Ahead>();

async function openWorkTree(run: StepRun, base: CommitId, goesOn: TreeId | null): Promise<OpenWorkPlace> {
  const folder = workFolder(run);
  const prepared = ahead.get(run);
  const isWanted = goesOn === null && prepared?.base === base;
  const refs = (isWanted && prepared.refs) || listRefs(run.git);
  const ready = await prepared?.work;
  ahead.delete(run);
  const isKept = goesOn !== null && existsSync(join(folder, "tree"));
  const make = () => (isKept ? keptWorkTree(folder) : makeWorkTree(run.git, folder, goesOn ?? base));
  const work = isWanted && ready ? ready : await make();
  const git = await makeWorkerGit(run.git, {
    folder: join(run.folder, "git"),
    tree: work.path,
    head: base,
    branch: branchName(run),
    refs,
    index: work.index,
  });
  return {
    path: work.path,
    shown: { tree: work.path, git },
    async put(files) {
      if (files.length === 0) return;
      for (const { path, text } of files) writeFileSync(join(work.path, path), text);
      const paths = files.map(({ path }) => path);
      await leaveAlone(run.git, git, paths);
    },
    async look() {
      // Before anybody looks or tidies up: a worker may have closed even the folder that everything lies in.
      makeReadable(folder, "tree");
      return { tampering: gitTampering(git), ...(await taken(run, work, base)) };
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
    async put(files) {
      if (files.length > 0) throw new Error("nobody writes to the person's own checkout");
    },
    look: async () => ({ tampering: [], ...(await taken(run, checkoutOf(run), base)) }),
    close: () => discardGitFolder(folder),
  };
}

/** A worker can leave what nobody can look at or commit. Then its attempt has failed, and the run goes on. */
async function taken(run: Ground, work: WorkTree, base: CommitId): Promise<Omit<Looked, "tampering">> {
  try {
    return { left: await snapshotOf(run, work, base), unfit: null };
  } catch (error) {
    if (!(error instanceof UnfitWork)) throw error;
    const tree = await treesOf(run.git).treeOf(base);
    const nothing: Snapshot = { tree, ignored: [], hidden: [], special: [], nested: [], filtered: [] };
    return { left: nothing, unfit: `the worker left ${error.what}` };
  }
}

/** The folder that a run works in, and the repository it belongs to. */
export type Ground = Pick<StepRun, "plan" | "git" | "branch" | "inPlace" | "folder">;

/**
 * What lies in the run's work tree now, whoever left it there; null where there is none, and where it cannot be taken. A
 * checkout that is on another branch by now holds nothing of the run's.
 */
export async function leftInWorkPlace(run: Ground, base: CommitId): Promise<Snapshot | null> {
  const { head } = run.git.facts;
  if (run.inPlace) {
    return head.kind === "branch" && head.ref === run.branch ? takenOrNull(run, checkoutOf(run), base) : null;
  }
  const folder = workFolder(run);
  if (!existsSync(join(folder, "tree"))) return null;
  const work = keptWorkTree(folder);
  makeReadable(folder, "tree");
  return takenOrNull(run, work, base);
}

async function takenOrNull(run: Ground, work: WorkTree, base: CommitId): Promise<Snapshot | null> {
  const { left, unfit } = await taken(run, work, base);
  return unfit === null ? left : null;
}

const checkoutOf = ({ git, folder }: Ground): WorkTree => ({
  path: git.facts.top,
  index: join(folder, "checkout-index"),
});

/** The person's own index knows which files of their checkout only came out of a filter. */
const snapshotOf = ({ git, inPlace, plan }: Ground, { path, index }: WorkTree, base: CommitId): Promise<Snapshot> =>
  snapshot(git, path, {
    ...{ index, base, sparse: inPlace, leftovers: leftoversBeside(plan), follows: isFollowed },
    // In a work tree of our own the plan may say more than its commit: a How that was revised, attempts that failed.
    ...(!inPlace && { fixed: ".plan" }),
  });

/** What agents leave for themselves; a plan that names one of their folders means it. */
function leftoversBeside({ steps }: Plan): string[] {
  const named = steps.flatMap(({ files: { change, add } }) => [...change, ...add].map(({ path }) => path));
  return LEFTOVERS.filter((name) => !named.some((path) => path.replace(/^\.\//, "").split("/")[0] === name));
}

const workFolder = ({ folder }: Ground): string => join(folder, "work");

const branchName = ({ branch }: StepRun): string => branch.replace("refs/heads/", "");
