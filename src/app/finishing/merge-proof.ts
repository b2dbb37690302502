import { plainLines } from "../../contracts/explain/plain-lines.ts";
import { granted } from "../../contracts/sides/granted.ts";
import { type RunSide, runSide } from "../../contracts/sides/side.ts";
import { judgedTrees } from "../../engine/proof/trusted-tests.ts";
import type { Step } from "../../plan/model.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import type { Run } from "../../record/run.ts";
import type { RunEvent } from "../../record/run-event.ts";
import { Refused } from "../../std/refusal.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import type { Scene } from "../opening/scene.ts";
import { equipping } from "../proving/equip.ts";
import { openProofSlot } from "../proving/open-proof-place.ts";
import { surroundingsOf } from "../proving/surroundings.ts";

export type ProveOptions = {
  signal: AbortSignal;
  onProgress(step: number, command: string): void;
  /** What is being prepared before the first contract. */
  onLine(line: string): void;
};

/** A contract that does not pass on the merged tree; `log` is the end of what it printed. */
export type Broken = { step: number; title: string; command: string; told: string; log: string };

/**
 * Runs the contracts of all steps that were accepted by them on a merged tree, and on the same with tests that the plan has
 * changed without announcing it as they were. By eye, or left out, nothing was promised. `tip` is the plan's last commit.
 */
export async function proveMerged(
  scene: Scene,
  opened: OpenedRepository,
  about: { run: Run; events: readonly RunEvent[]; tree: TreeId; head: CommitId; tip: CommitId },
  { signal, onProgress, onLine }: ProveOptions,
): Promise<{ contracts: number; broken: Broken[] }> {
  const { run, events, tree, head, tip } = about;
  const due = run.plan.steps
    .filter((step) => isByContract(events, step))
    .flatMap((step) => step.contracts.map((contract) => ({ step, contract })));
  if (due.length === 0) return { contracts: 0, broken: [] };
  const slot = await openProofSlot(opened, await scene.sandbox());
  try {
    const surroundings = surroundingsOf(opened.git.facts.top);
    const equip = equipping(opened, slot, { head, surroundings, signal, onLine });
    const broken: Broken[] = [];
    for (const each of await judgedTrees(opened.git, { tip, tree, into: head })) {
      const equipped = await equip(each);
      if (equipped.status === "failed") throw new Refused("failed", equipped.told);
      for (const { step, contract } of due) {
        const { command } = contract;
        onProgress(step.number, command);
        const place = await granted(equipped.place, run.plan, step);
        const side = await runSide(place, run.plan, contract, each, signal);
        signal.throwIfAborted();
        if (side.verdict.status === "passed") continue;
        const { number, title } = step;
        broken.push({ step: number, title, command, told: side.explanation.headline, log: endOf(side) });
      }
      // What is broken already need not be seen twice.
      if (broken.length > 0) break;
    }
    return { contracts: due.length, broken };
  } finally {
    await slot.close();
  }
}

function isByContract(events: readonly RunEvent[], { id }: Step): boolean {
  const last = events.findLast(
    (event) => (event.type === "step-accepted" || event.type === "step-skipped") && event.step === id,
  );
  return last?.type === "step-accepted" && last.byEye === null;
}

const endOf = ({ log: { head, tail } }: RunSide): string =>
  plainLines(`${head}${tail}`.trimEnd()).slice(-20).join("\n");
