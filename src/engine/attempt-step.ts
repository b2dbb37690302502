import { join } from "node:path";
import { keepOutput } from "../contracts/keep-output.ts";
import { proveStep, type StepProof } from "../contracts/prove-step.ts";
import type { Step } from "../plan/model.ts";
import type { CommitId } from "../ports/git.ts";
import type { Command, Limits, Policy } from "../ports/sandbox.ts";
import type { Exit } from "../record/exit.ts";
import type { KeptText } from "../record/observation.ts";
import type { Tampering } from "../record/verdict.ts";
import { workerPolicy } from "../sandbox/policies.ts";
import { makeReadable } from "../workspace/make-readable.ts";
import { compareManifest, takeManifest } from "../workspace/manifest.ts";
import { type Snapshot, snapshot } from "../workspace/snapshot.ts";
import { makeWorkTree, type WorkTree } from "../workspace/work-tree.ts";
import { discardWorkerGit, gitTampering, makeWorkerGit } from "../workspace/worker-git.ts";
import { fencedPaths, fencesOf } from "./fences.ts";
import type { StepRun } from "./step-run.ts";

/** One try at a step: a worker works, then the harness looks at what it left. */
export type StepAttempt = {
  step: Step;
  number: number;
  /** The commit the attempt began with. */
  base: CommitId;
  worker: { exit: Exit; log: KeptText };
  outcome: AttemptOutcome;
};

export type AttemptOutcome =
  | { status: "tampered"; places: Tampering[] }
  | { status: "proven" | "refused"; left: Snapshot; proof: StepProof };

export type AttemptOptions = { number: number; limits: Limits; network: Policy["network"]; signal: AbortSignal };

export async function attemptStep(
  run: StepRun,
  step: Step,
  command: Command,
  { number, limits, network, signal }: AttemptOptions,
): Promise<StepAttempt> {
  const base = await tipOf(run);
  const work = await makeWorkTree(run.git, join(run.folder, "work"), base);
  const workerGit = await makeWorkerGit(run.git, {
    folder: join(run.folder, "git"),
    tree: work.path,
    head: base,
    branch: run.branch.replace("refs/heads/", ""),
    index: work.index,
  });
  try {
    const manifest = takeManifest(work.path, fencesOf(run.plan, step));
    const place = {
      tree: work.path,
      at: run.place.at,
      git: workerGit,
      dependencies: run.dependencies,
      hidden: run.place.hidden,
      tools: run.place.tools,
    };
    const proc = await run.place.sandbox.start(
      command,
      workerPolicy(place, fencedPaths(manifest), { limits, network }),
      signal,
    );
    const [{ log }, exit] = await Promise.all([keepOutput(proc.output), proc.exit]);
    // Before anybody looks or tidies up: a worker may have closed even the folder that everything lies in.
    makeReadable(join(run.folder, "work"), "tree");
    signal.throwIfAborted();
    const worker = { exit, log };
    const places = [...compareManifest(work.path, manifest), ...gitTampering(workerGit)];
    const outcome: AttemptOutcome =
      places.length > 0 ? { status: "tampered", places } : await judged(run, step, base, work, signal);
    return { step, number, base, worker, outcome };
  } finally {
    discardWorkerGit(workerGit);
  }
}

async function judged(
  run: StepRun,
  step: Step,
  base: CommitId,
  folder: WorkTree,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { git, place, cache, plan } = run;
  const left = await snapshot(git, folder.path, { index: folder.index, base });
  const work = { plan, step, base: await place.trees.treeOf(base), worker: left.tree };
  const proof = await proveStep(work, { place, cache, signal, progress: () => {} });
  const isProven =
    proof.contracts.length > 0 && proof.contracts.every(({ after }) => after.verdict.status === "passed");
  return { status: isProven ? "proven" : "refused", left, proof };
}

async function tipOf({ git, branch }: StepRun): Promise<CommitId> {
  const { stdout } = await git.run(["rev-parse", "--verify", branch]);
  return stdout.toString().trim();
}
