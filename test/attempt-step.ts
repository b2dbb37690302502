import { join } from "node:path";
import type { StepProof } from "../src/contracts/proof/prove-step.ts";
import { keepOutput } from "../src/contracts/sides/keep-output.ts";
import { type Judged, judgeWork } from "../src/engine/proof/judge-work.ts";
import { trustedTests } from "../src/engine/proof/trusted-tests.ts";
import { verdictOn } from "../src/engine/proof/verdict-on.ts";
import type { OutcomeVerdict } from "../src/engine/state/outcome.ts";
import type { StepRun } from "../src/engine/state/step-run.ts";
import { workOnStep } from "../src/engine/work/work-on-step.ts";
import type { Step } from "../src/plan/model.ts";
import type { CommitId } from "../src/ports/git.ts";
import type { Command, Limits, Policy } from "../src/ports/sandbox.ts";
import type { Exit } from "../src/record/exit.ts";
import type { KeptText } from "../src/record/observation.ts";
import type { Proof } from "../src/record/receipt.ts";
import type { Tampering } from "../src/record/verdict.ts";
import type { Snapshot } from "../src/workspace/snapshot/snapshot.ts";

/** One try at a step, as the engine makes it, by a program that is given. */
export type StepAttempt = {
  step: Step;
  number: number;
  base: CommitId;
  worker: { exit: Exit; log: KeptText };
  outcome:
    | { status: "tampered"; places: Tampering[] }
    | {
        /** `asked`: only a person can decide. */
        status: "proven" | "asked" | "refused";
        left: Snapshot;
        proof: StepProof;
        receipt: Proof;
        judged: Judged;
        /** In autonomous mode. */
        verdict: OutcomeVerdict;
      };
};

export async function attemptStep(
  run: StepRun,
  step: Step,
  command: Command,
  options: { number: number; limits: Limits; network: Policy["network"]; signal: AbortSignal },
): Promise<StepAttempt> {
  const { number, limits, network, signal } = options;
  const base = (await run.git.run(["rev-parse", "--verify", run.branch])).stdout.toString().trim();
  const { told, places, left } = await workOnStep(
    run,
    step,
    {
      base,
      limits,
      network,
      dependencies: [],
      mounts: [],
      goesOn: null,
      planText: [],
      session: join(run.folder, "session"),
    },
    async ({ launch }) => {
      const proc = await launch(command);
      const [{ log }, exit] = await Promise.all([keepOutput(proc.output), proc.exit]);
      return { exit, log };
    },
    signal,
  );
  signal.throwIfAborted();
  const attempt = { step, number, base, worker: told };
  if (places.length > 0) return { ...attempt, outcome: { status: "tampered", places } };
  const { place } = run;
  const about = {
    base: await place.trees.treeOf(base),
    worker: left.tree,
    attempt: number,
    version: "0.0.0",
    placeFor: async () => place,
    trusted: await trustedTests(run.git, base),
  };
  const judged = await judgeWork(run, step, about, signal);
  const verdict = verdictOn(judged, { mode: "autonomous", isStrict: false });
  const { proof, receipt } = judged;
  return { ...attempt, outcome: { status: STATUS[verdict.is], left, proof, receipt, judged, verdict } };
}

const STATUS = { passed: "proven", held: "asked", failed: "refused", interrupted: "refused" } as const;

/** What `acceptStep` wants to know of an attempt; throws for one that was refused. */
export function acceptable({ step, base, outcome }: StepAttempt) {
  if (outcome.status === "tampered") throw new Error(`step ${step.id} was tampered, so it cannot be accepted`);
  const { receipt: proof } = outcome;
  return { step, base, proof, agent: "script", said: "done", result: "it works", failCount: 0, revised: [] };
}
