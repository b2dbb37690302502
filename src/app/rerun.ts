import type { Audit } from "../contracts/audit/audit.ts";
import { type RunSide, runSide } from "../contracts/side.ts";
import { installedDependencies } from "./dependency-layers.ts";
import { proofPlace, takeProofSlot } from "./open-proof-place.ts";
import type { OpenedRepository } from "./open-repository.ts";
import { openSandboxFor } from "./open-sandbox.ts";
import { planAtTree } from "./plan-at-tree.ts";

/** A contract that was run again on the tree its receipt is about. */
export type Rerun = { step: number; command: string; passes: boolean; told: string };

export async function rerunSteps(
  { home, git, folder }: OpenedRepository,
  audit: Audit,
  { signal, onRerun }: { signal: AbortSignal; onRerun(rerun: Rerun): void },
): Promise<Rerun[]> {
  const sandbox = await openSandboxFor(home);
  const slot = takeProofSlot(git, folder);
  try {
    const place = await proofPlace({
      home,
      git,
      sandbox,
      slot,
      head: null,
      dependencies: installedDependencies(git.facts.top),
    });
    const reruns: Rerun[] = [];
    for (const step of audit.steps) {
      const tree = await place.trees.treeOf(step.devCommit);
      const plan = await planAtTree(place.trees, tree);
      for (const contract of plan?.steps.find(({ number }) => number === step.number)?.contracts ?? []) {
        if (plan === null) continue;
        const side = await runSide(place, plan, contract, tree, signal);
        const rerun = { step: step.number, command: contract.command, ...outcome(side) };
        onRerun(rerun);
        reruns.push(rerun);
      }
    }
    return reruns;
  } finally {
    await slot.proof.close();
    await sandbox.close();
  }
}

const outcome = ({ verdict, explanation }: RunSide): Pick<Rerun, "passes" | "told"> => ({
  passes: verdict.status === "passed",
  told: explanation.headline,
});
