import { contractHash, stepHash } from "../plan/approval.ts";
import type { Step } from "../plan/model.ts";
import { contractTimeout } from "../plan/policies.ts";
import type { CommitId, TreeId } from "../ports/git.ts";
import { devSubject, readMessage } from "../record/commit-message.ts";
import type { Proof } from "../record/receipt.ts";
import { deleteAttempts } from "../workspace/debug-branches.ts";
import { historyOf } from "../workspace/history.ts";
import { settleCheckout } from "../workspace/settle-checkout.ts";
import { type Acceptable, type Acceptance, acceptStep } from "./accept-step.ts";
import { EngineError } from "./engine-error.ts";
import { append, stateOf } from "./journal-state.ts";
import { judgeWork } from "./judge-work.ts";
import { keysOf, type Outcome } from "./outcome.ts";
import { stepState } from "./run-state.ts";
import type { RunWorld } from "./run-world.ts";
import { stepOf } from "./step-run.ts";

/** Accepts a step whose contract has passed, or that a person has accepted by eye. Twice changes nothing. */
export async function accept(world: RunWorld, id: string): Promise<void> {
  const state = await stateOf(world);
  const step = stepOf(world.run.plan, id);
  const now = stepState(state, id);
  if (now.progress.status !== "passed" || state.tip === null) return;
  const { attempts: attempt } = now.progress;
  const outcome = await world.store.journal.find<Outcome>(
    world.run.id,
    keysOf({ step: id, attempt, leg: now.leg }).outcome,
  );
  if (!outcome) throw new Error(`nothing is known of attempt ${attempt} at ${id}`);
  const isProven =
    outcome.verdict.is === "passed" || (outcome.verdict.is === "held" && outcome.verdict.over === "deviation");
  const person = isProven ? null : (now.acceptedBy ?? "unknown");
  const proof = person === null ? outcome.proof : await proofByEye(world, step, outcome, attempt, person);
  if (!proof) throw new Error(`attempt ${attempt} at ${id} has no proof`);
  const result = devSubject(outcome.text, step.title, step.number);
  const accepted = await commitOnce(world, {
    step,
    base: outcome.base,
    proof,
    agent: outcome.agent,
    finalText: outcome.text,
    result,
    failCount: now.progress.failures,
  });
  await bringAlong(world, outcome.tree, accepted.accepted);
  await tell(world, step, { ...accepted, attempt, result, byEye: person });
  await postResult(world, step, outcome, attempt);
  // A first attempt that came through at once has left nothing to tidy up.
  if (attempt === 1 && now.leg === 1) return;
  await deleteAttempts(world.step.git, { plan: world.run.plan.id, task: step.number }, "none");
}

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
  await append(world, null, (then) => ({
    facts:
      stepState(then, id).progress.status === "done"
        ? []
        : [{ type: "step-skipped", step: id, by, note, commit: accepted.accepted }],
    value: null,
  }));
  await deleteAttempts(world.step.git, { plan: world.run.plan.id, task: step.number }, "none");
}

/** The person's own checkout, where that is the work tree, follows its branch. */
async function bringAlong({ step }: RunWorld, left: TreeId | null, commit: CommitId): Promise<void> {
  if (step.inPlace && left !== null) await settleCheckout(step.git, left, commit);
}

/** The branch may have moved already, before a crash: then its tip is the very acceptance that is wanted. */
async function commitOnce(world: RunWorld, acceptable: Acceptable): Promise<Acceptance> {
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
  return isIt ? { dev: dev.id, accepted: accepted.id, receipt: message.receipt } : null;
}

type Told = Acceptance & { attempt: number; result: string; byEye: string | null };

async function tell(world: RunWorld, { id }: Step, told: Told): Promise<void> {
  await append(world, `accepted/${id}/${told.attempt}`, () => ({
    facts: [{ type: "step-accepted", step: id, ...told }],
    value: null,
  }));
}

/** A step's last words are what those who subscribe to the same topics get to read. */
async function postResult(world: RunWorld, step: Step, { text }: Outcome, attempt: number): Promise<void> {
  const { run, store } = world;
  if (text.trim() === "") return;
  for (const { kind, name } of step.subscriptions) {
    if (kind !== "topic") continue;
    const key = `${run.id}/${step.id}/${attempt}`;
    const by = `${run.plan.id} step ${step.number}`;
    await store.topics.post({ commonDir: run.repository.commonDir, topic: name, key, by, text });
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
  if (proof !== null) return { ...proof, accepted: { by: "eye", person } };
  const worker = tree ?? baseTree;
  const equipped = await world.placeFor(worker);
  if (equipped.status === "failed") throw new EngineError("not-equipped", equipped.told);
  const about = { base: baseTree, worker, attempt, version: world.version, place: equipped.place };
  const { receipt } = await judgeWork(world.step, step, about, world.signal);
  return { ...receipt, accepted: { by: "eye", person } };
}

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
