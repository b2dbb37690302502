import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "../plan/model.ts";
import type { AgentHost } from "../ports/agent.ts";
import type { CommitId, TreeId } from "../ports/git.ts";
import type { Limits, Mount, Policy } from "../ports/sandbox.ts";
import type { Tampering } from "../record/verdict.ts";
import { workerPolicy } from "../sandbox/policies.ts";
import { mountPointsIn } from "../setup/mount-points.ts";
import { makeReadable } from "../workspace/make-readable.ts";
import { compareManifest, takeManifest } from "../workspace/manifest.ts";
import { type Snapshot, snapshot } from "../workspace/snapshot.ts";
import { keptWorkTree, makeWorkTree, type WorkTree } from "../workspace/work-tree.ts";
import { discardWorkerGit, gitTampering, makeWorkerGit } from "../workspace/worker-git.ts";
import { fencedPaths, fencesOf } from "./fences.ts";
import type { StepRun } from "./step-run.ts";

/** What somebody's work on a step has left, and what they should not have touched. */
export type Work<T> = { told: T; places: Tampering[]; left: Snapshot };

export type WorkOptions = {
  /** The commit the work begins with. */
  base: CommitId;
  limits: Limits;
  network: Policy["network"];
  /** What the worker sees besides: installed dependencies, and its own program. */
  dependencies: readonly Mount[];
  mounts: readonly Mount[];
  /** Go on with what an earlier leg of the same attempt has left: this tree, if the folder is gone. */
  goesOn: TreeId | null;
};

/** Lets somebody work on a step inside the sandbox, in the run's own work tree, and looks at what is left there. */
export async function workOnStep<T>(
  run: StepRun,
  step: Step,
  { base, limits, network, dependencies, mounts, goesOn }: WorkOptions,
  act: (host: AgentHost, signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<Work<T>> {
  const work = await workTreeAt(run, base, goesOn);
  const workerGit = await makeWorkerGit(run.git, {
    folder: join(run.folder, "git"),
    tree: work.path,
    head: base,
    branch: run.branch.replace("refs/heads/", ""),
    index: work.index,
  });
  try {
    const { at, hidden, tools, sandbox } = run.place;
    const manifest = takeManifest(work.path, fencesOf(run.plan, step));
    mountPointsIn(work.path, at, dependencies);
    const place = { tree: work.path, at, git: workerGit, dependencies: [...dependencies, ...mounts], hidden, tools };
    const policy = workerPolicy(place, fencedPaths(manifest), { limits, network });
    const host: AgentHost = { at, launch: (command) => sandbox.start(command, policy, signal) };
    const told = await act(host, signal);
    // Before anybody looks or tidies up: a worker may have closed even the folder that everything lies in.
    makeReadable(join(run.folder, "work"), "tree");
    const places = [...compareManifest(work.path, manifest), ...gitTampering(workerGit)];
    return { told, places, left: await snapshot(run.git, work.path, { index: work.index, base }) };
  } finally {
    discardWorkerGit(workerGit);
  }
}

async function workTreeAt(run: StepRun, base: CommitId, goesOn: TreeId | null): Promise<WorkTree> {
  const folder = join(run.folder, "work");
  if (goesOn === null) return makeWorkTree(run.git, folder, base);
  if (existsSync(join(folder, "tree"))) return keptWorkTree(folder);
  return makeWorkTree(run.git, folder, goesOn);
}

/** What lies in the run's work tree now, whoever left it there; null where there is none. */
export async function leftInWorkTree(run: StepRun, base: CommitId): Promise<Snapshot | null> {
  const folder = join(run.folder, "work");
  if (!existsSync(join(folder, "tree"))) return null;
  const { path, index } = keptWorkTree(folder);
  makeReadable(folder, "tree");
  return snapshot(run.git, path, { index, base });
}
