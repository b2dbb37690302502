import { NotEquipped } from "../../contracts/sides/proof-place.ts";
import type { Step } from "../../plan/model.ts";
import type { Hold } from "../../plan/progress.ts";
import type { Proof } from "../../record/receipt.ts";
import type { StepOutcome } from "../../record/step-outcome.ts";
import { resultLine } from "../../telling/result-line.ts";
import { deleteAttempts } from "../../workspace/history/debug-branches.ts";
import { judgeWork } from "../proof/judge-work.ts";
import { trustedTests } from "../proof/trusted-tests.ts";
import { unseen } from "../proof/unseen.ts";
import { append, stateOf } from "../state/journal-state.ts";
import { keysOf, type Outcome } from "../state/outcome.ts";
import { stepState } from "../state/run-state.ts";
import { placesOf, type RunWorld } from "../state/run-world.ts";
import { stepOf } from "../state/step-run.ts";
import type { Acceptance } from "./accept-step.ts";
import { bringAlong } from "./bring-along.ts";
import { commitOnce } from "./commit-once.ts";
import { missingNote } from "./receipt-note.ts";

/** Accepts a step whose contract has passed, or that a person has accepted by eye. Twice changes nothing. */
export async function accept(world: RunWorld, id: string): Promise<void> {
  const state = await stateOf(world);
  const step = stepOf(world.run.plan, id);
  const now = stepState(state, id);
  // Somebody may have cancelled the run meanwhile.
  if (now.progress.status !== "passed" || state.tip === null || state.status !== "in-progress") return;
  const { attempts: attempt } = now.progress;
  const outcome = await world.store.journal.find<Outcome>(
    world.run.id,
    keysOf({ step: id, attempt, leg: now.leg }).outcome,
  );
  if (!outcome) throw new Error(`nothing is known of attempt ${attempt} at ${id}`);
  const { acceptedBy: by } = now;
  const person = isByContract(outcome) ? null : (by ?? "unknown");
  const proof = person === null ? allowed(outcome, by) : await proofByEye(world, step, outcome, attempt, person);
  if (!proof) throw new Error(`attempt ${attempt} at ${id} has no proof`);
  const result = resultLine(proof);
  const accepted = await commitOnce(world, {
    step,
    base: outcome.base,
    proof,
    agent: outcome.agent,
    said: outcome.text,
    result,
    reviewed: now.result,
    failCount: now.progress.failures,
    revised: state.uncommitted,
  });
  await bringAlong(world, outcome.tree, accepted.accepted);
  await postResult(world, step, { result, said: outcome.text, attempt });
  // A first attempt that came through at once has left nothing to tidy up.
  const hasLeft = attempt > 1 || now.leg > 1 || outcome.verdict.is !== "passed";
  if (hasLeft) await deleteAttempts(world.step.git, { plan: world.run.plan.id, task: step.number }, "none");
  // Last: whoever comes here again after a crash finds the step done, and does nothing.
  await tell(world, step, { ...accepted, attempt, result, outcome: proof.outcome, byEye: person });
}

/** Whether the contract decided: it passed, and at the most a person has allowed what was changed besides. */
const isByContract = ({ verdict }: Outcome): boolean =>
  verdict.is === "passed" || (verdict.is === "held" && ALLOWABLE.has(verdict.over));

const ALLOWABLE: ReadonlySet<Hold> = new Set(["deviation", "weaker-tests", "announce"]);

/** The receipt says whose word counts for changes to what judges the work. */
function allowed({ proof, changed = [] }: Outcome, by: string | null): Proof | null {
  if (proof === null || changed.length === 0 || by === null) return proof;
  return { ...proof, announced: { by, paths: changed } };
}

type Told = Acceptance & { attempt: number; result: string; outcome: StepOutcome; byEye: string | null };

async function tell(world: RunWorld, { id }: Step, { unnoted, ...told }: Told): Promise<void> {
  await append(world, `accepted/${id}/${told.attempt}`, () => ({
    facts: [...missingNote(unnoted, id), { type: "step-accepted", step: id, ...told }],
    value: null,
  }));
}

/** What came out, and the worker's own words below it, are what those who subscribe to the same topics get to read. */
async function postResult(
  { run, store }: RunWorld,
  step: Step,
  { result, said, attempt }: { result: string; said: string; attempt: number },
): Promise<void> {
  for (const { kind, name } of step.subscriptions) {
    if (kind !== "topic") continue;
    const key = `${run.id}/${step.id}/${attempt}`;
    const by = `${run.plan.id} step ${step.number}`;
    const text = said.trim() === "" ? result : `${result}\n\n${said.trim().replaceAll(/^/gm, "> ")}`;
    await store.topics.post({ repository: run.repository.id, topic: name, key, by, text });
  }
}

/** What the contracts say is on the receipt all the same, for a person may be wrong. */
async function proofByEye(
  world: RunWorld,
  step: Step,
  { proof, base, tree }: Outcome,
  attempt: number,
  person: string,
): Promise<Proof> {
  const { trees } = world.step.place;
  const baseTree = await trees.treeOf(base);
  const byEye = { outcome: "by-eye", accepted: { by: "eye", person } } as const;
  if (proof !== null) return { ...proof, ...byEye };
  const worker = tree ?? baseTree;
  const trusted = await trustedTests(world.step.git, base);
  const about = { base: baseTree, worker, attempt, version: world.version, placeFor: placesOf(world), trusted };
  try {
    const { receipt } = await judgeWork(world.step, step, about, world.signal);
    return { ...receipt, ...byEye, unannounced: [] };
  } catch (error) {
    if (!(error instanceof NotEquipped)) throw error;
    // The person answers for the work; that nothing could be installed to look at it only goes on the receipt.
    const why = `what the repository needs could not be installed: ${error.message}`;
    return unseen(world, step, { base: baseTree, worker, attempt, person, why });
  }
}
