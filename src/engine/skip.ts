import { contractHash, stepHash } from "../plan/approval.ts";
import type { Step } from "../plan/model.ts";
import { contractTimeout } from "../plan/policies.ts";
import type { Proof } from "../record/receipt.ts";
import { deleteAttempts } from "../workspace/debug-branches.ts";
import { bringAlong } from "./bring-along.ts";
import { commitOnce } from "./commit-once.ts";
import { append, stateOf } from "./journal-state.ts";
import { stepState } from "./run-state.ts";
import type { RunWorld } from "./run-world.ts";
import { stepOf } from "./step-run.ts";

/** Leaves a step out because a person wants it so: two commits like every other, with an empty first one. */
export async function skip(world: RunWorld, id: string): Promise<void> {
  const state = await stateOf(world);
  const step = stepOf(world.run.plan, id);
  const now = stepState(state, id);
  if (now.skip === null || state.tip === null) return;
  const { by, note } = now.skip;
  const result = `skipped${note.trim() === "" ? "" : `: ${note}`}`;
  const attempt = Math.max(1, now.progress.attempts);
  const tree = await world.step.place.trees.treeOf(state.tip);
  const why = `${by} left the step out`;
  const accepted = await commitOnce(world, {
    step,
    base: state.tip,
    proof: unseen(world, step, { tree, attempt, person: by, why }),
    agent: "nobody",
    finalText: `Leave out: ${step.title}`,
    result,
    failCount: now.progress.failures,
  });
  await bringAlong(world, tree, accepted.accepted);
  await deleteAttempts(world.step.git, { plan: world.run.plan.id, task: step.number }, "none");
  await append(world, null, (then) => ({
    facts:
      stepState(then, id).progress.status === "done"
        ? []
        : [{ type: "step-skipped", step: id, by, note, commit: accepted.accepted }],
    value: null,
  }));
}

/** A receipt that claims nothing, and says whose decision it was. */
function unseen(
  { run, step: { place }, version }: RunWorld,
  step: Step,
  { tree, attempt, person, why }: { tree: string; attempt: number; person: string; why: string },
): Proof {
  const notRun = { state: "not-run", why } as const;
  const now = new Date().toISOString();
  const { offers } = place.sandbox;
  return {
    version: 1,
    plan: { id: run.plan.id, path: run.plan.source.path, hash: run.hash },
    step: { id: step.id, number: step.number, title: step.title, hash: stepHash(step), attempt },
    accepted: { by: "eye", person },
    trees: { base: tree, worker: tree, proven: tree },
    contracts: step.contracts.map((contract) => ({
      command: contract.command,
      exitCode: contract.exitCode,
      ...(contract.stdout && { stdout: contract.stdout }),
      timeout: contractTimeout(run.plan, contract),
      ...(contract.kind && { kind: contract.kind }),
      hash: contractHash(contract),
      base: notRun,
      after: notRun,
      reverted: notRun,
    })),
    restored: [],
    findings: [],
    environment: { path: [], platform: `${process.platform} ${process.arch}`, tools: {}, layers: [] },
    sandbox: {
      isHolding: offers.isHolding,
      mechanism: offers.mechanism,
      network: place.network,
      memory: offers.memory,
      processes: offers.processes,
    },
    planwright: version,
    startedAt: now,
    finishedAt: now,
  };
}
