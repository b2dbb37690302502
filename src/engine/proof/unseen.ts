import { contractOf, putBack, sandboxOf } from "../../contracts/proof/proof-of.ts";
import { restore } from "../../contracts/restore/restoration.ts";
import { stepHash } from "../../plan/approval.ts";
import type { Step } from "../../plan/model.ts";
import type { TreeId } from "../../ports/git.ts";
import type { Proof } from "../../record/receipt.ts";
import type { RunWorld } from "../state/run-world.ts";

/**
 * A receipt that claims nothing, and says whose decision it was. What judges the work comes from the base here as well: a
 * person answers for the work, and not for tests that nobody said would change.
 */
export async function unseen(
  { run, step: { place }, version }: RunWorld,
  step: Step,
  {
    base,
    worker,
    attempt,
    person,
    why,
    outcome = "by-eye",
  }: { base: TreeId; worker: TreeId; attempt: number; person: string; why: string; outcome?: "by-eye" | "skipped" },
): Promise<Proof> {
  const { contracts } = step;
  const restoration = await restore(place.trees, { step, contracts, base, worker });
  const notRun = { state: "not-run", why } as const;
  const now = new Date().toISOString();
  return {
    version: 2,
    plan: { id: run.plan.id, path: run.plan.source.path, hash: run.hash },
    step: { id: step.id, number: step.number, title: step.title, hash: stepHash(step), attempt },
    accepted: { by: "eye", person },
    trees: { base, worker, proven: restoration.proven },
    outcome,
    unannounced: [],
    observed: "no",
    contracts: contracts.map((contract) => ({
      ...contractOf(run.plan, contract),
      base: notRun,
      after: notRun,
      reverted: notRun,
    })),
    ...putBack(restoration),
    environment: { path: [], platform: `${process.platform} ${process.arch}`, tools: {}, layers: [] },
    sandbox: sandboxOf(place),
    planwright: version,
    startedAt: now,
    finishedAt: now,
  };
}
