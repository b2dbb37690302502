import type { CommitId } from "../../ports/git.ts";
import { readMessage } from "../../record/commit-message.ts";
import { historyOf } from "../../workspace/history/history.ts";
import type { RunWorld } from "../state/run-world.ts";
import { type Acceptable, type Acceptance, acceptStep } from "./accept-step.ts";

/** The branch may have moved already, before a crash: then its tip is the very acceptance that is wanted. */
export async function commitOnce(world: RunWorld, acceptable: Acceptable): Promise<Acceptance> {
  const { git, branch } = world.step;
  const history = historyOf(git);
  const tip = await history.resolve(branch);
  if (tip !== null && tip !== acceptable.base) {
    const found = await acceptanceAt(world, tip, acceptable);
    if (found) return found;
  }
  return acceptStep(world.step, world.dialect, acceptable);
}

async function acceptanceAt(
  world: RunWorld,
  tip: CommitId,
  { step, base, proof }: Acceptable,
): Promise<Acceptance | null> {
  let seen = 0;
  const [accepted, dev, before] = await historyOf(world.step.git).firstParents(tip, () => ++seen >= 3);
  if (!accepted || !dev || before?.id !== base || dev.tree !== proof.trees.proven) return null;
  const message = readMessage(accepted.message);
  const isIt =
    message.kind === "accepted" &&
    message.plan === world.run.plan.id &&
    message.step === step.number &&
    message.attempt === proof.step.attempt;
  return isIt ? { dev: dev.id, accepted: accepted.id, receipt: message.receipt, unnoted: null } : null;
}
