import { type RunSide, runSide } from "../../contracts/sides/side.ts";
import type { Audit } from "../../receipts/audit/audit.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import type { Scene } from "../opening/scene.ts";
import { planAtTree } from "../plans/plan-at-tree.ts";
import { equipping } from "../proving/equip.ts";
import { openProofSlot } from "../proving/open-proof-place.ts";
import { surroundingsOf } from "../proving/surroundings.ts";

/** A contract that was run again on the tree its receipt is about. `isRun` is false where this machine lacks something. */
export type Rerun = { step: number; command: string; passes: boolean; isRun: boolean; told: string };

export type RerunOptions = {
  signal: AbortSignal;
  onProgress(step: number, command: string): void;
  onRerun(rerun: Rerun): void;
};

export async function rerunSteps(
  scene: Scene,
  opened: OpenedRepository,
  audit: Audit,
  { signal, onProgress, onRerun }: RerunOptions,
): Promise<Rerun[]> {
  // What a person accepted by eye was never said to pass.
  const steps = audit.steps.filter(({ acceptedBy }) => acceptedBy === "contract");
  const [first] = steps;
  if (first === undefined) return [];
  const { git } = opened;
  const slot = await openProofSlot(opened, await scene.sandbox());
  try {
    const head = await historyOf(git).resolve(`${first.devCommit}^`);
    const trees = treesOf(git);
    const surroundings = surroundingsOf(git.facts.top);
    // The branch may be anybody's: what is installed for it is not shared with work that begins here.
    const trusted = git.facts.head.kind === "unborn" ? null : git.facts.head.commit;
    const placeFor = equipping(opened, slot, { head, trusted, surroundings, signal, onLine: () => {} });
    const reruns: Rerun[] = [];
    for (const step of steps) {
      const tree = await trees.treeOf(step.devCommit);
      const plan = await planAtTree(trees, tree);
      if (plan === null) throw new Error(`the plan of ${step.devCommit} was read, and cannot be read again`);
      const equipped = await placeFor(tree);
      for (const contract of plan.steps.find(({ number }) => number === step.number)?.contracts ?? []) {
        onProgress(step.number, contract.command);
        const again =
          equipped.status === "failed"
            ? { passes: false, isRun: false, told: equipped.told }
            : outcome(await runSide(equipped.place, plan, contract, tree, signal));
        const rerun = { step: step.number, command: contract.command, ...again };
        onRerun(rerun);
        reruns.push(rerun);
      }
    }
    return reruns;
  } finally {
    await slot.close();
  }
}

/** What this machine lacks says nothing about the tree, on which the contract has passed elsewhere. */
const outcome = ({ verdict, explanation }: RunSide): Omit<Rerun, "step" | "command"> => ({
  passes: verdict.status === "passed",
  isRun: verdict.status !== "unverified",
  told: explanation.headline,
});
