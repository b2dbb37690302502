import { randomUUID } from "node:crypto";
import { promptText } from "../../agents/session/prompt-text.ts";
import { workLayers } from "../../agents/work-prompt.ts";
import { next } from "../../plan/next.ts";
import { roleOf, workLimits } from "../../plan/policies.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import type { Limits } from "../../ports/sandbox.ts";
import type { AttemptKey } from "../../record/run.ts";
import type { RunFact } from "../../record/run-event.ts";
import { editedPlanText } from "../plan-text/plan-text.ts";
import { beginBaseCheck } from "../proof/base-check.ts";
import { notTaken, type WorkedWhole } from "../proof/left-out.ts";
import { runOnAccount } from "../sessions/run-on-account.ts";
import { jobOf, sessionFolder } from "../sessions/session-of-attempt.ts";
import { keepPrompt, transcriptOf } from "../sessions/transcript.ts";
import { networkFor } from "../state/agent-network.ts";
import { boundary } from "../state/boundaries.ts";
import { secondsLeft } from "../state/budget-limits.ts";
import { diffBetween } from "../state/diff.ts";
import { EngineError } from "../state/engine-error.ts";
import { append, stateOf } from "../state/journal-state.ts";
import { keysOf, type Outcome, type Worked } from "../state/outcome.ts";
import { progressOf, type RunState, stepState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { planOf, stepOf } from "../state/step-run.ts";
import { briefFor, missingIn } from "./brief.ts";
import { byHand } from "./by-hand.ts";
import { workItem } from "./work-item.ts";
import { workOnStep } from "./work-on-step.ts";
import { leftInWorkPlace } from "./work-place.ts";

/**
 * Lets the agent work on a step; how that ended is in the journal then. Called again after a crash it does not begin
 * again: either the end of the work is known, or the attempt has crashed.
 */
export async function work(world: RunWorld, key: AttemptKey): Promise<Worked["status"]> {
  const keys = keysOf(key);
  const { journal } = world.store;
  const step = stepOf(world.run.plan, key.step);
  const workerOf = (hand: string | null) => (hand === null ? world.driverFor(step) : byHand(hand));
  const me = randomUUID();
  const begun = await append(world, keys.begun, (state): { facts: RunFact[]; value: Begun } => {
    if (!isDue(world, state, key) || state.tip === null) return { facts: [], value: { by: me, base: null } };
    const { step: id, phase, round, attempt, leg } = key;
    const { byHand: hand } = stepState(state, id);
    const agent = workerOf(hand).name;
    const fact = { type: "attempt-started", step: id, phase, round, attempt, leg, agent, base: state.tip } as const;
    return { facts: [fact], value: { by: me, base: state.tip, ...(hand !== null && { hand }) } };
  });
  const { base, hand = null } = begun;
  const driver = workerOf(hand);
  if (base === null) return "stale";
  if (begun.by !== me) return (await journal.find<Worked>(key.run, keys.worked))?.status ?? "crashed";

  const began = Date.now();
  const baseTree = await world.step.place.trees.treeOf(base);
  const equipped = await world.placeFor(baseTree);
  if (equipped.status === "failed") throw new EngineError("not-equipped", equipped.told);
  const state = await stateOf(world);
  const planText = await planTextFor(world, state, step.id, baseTree);
  // After it, because the plan's text that is read last is remembered, and an acceptance edits that of the base.
  if (key.leg === 1) beginBaseCheck(world, step, baseTree);
  const time = secondsLeft(world.run.plan, state, step);
  const brief = await briefFor(world, state, step);
  const missing = missingIn(brief.subscriptions);
  if (missing.length > 0) {
    const facts = missing.map((told): RunFact => ({ type: "noted", step: key.step, told }));
    await append(world, `missing/${key.step}/${key.attempt}/${key.leg}`, () => ({ facts, value: null }));
  }
  const layers = workLayers({ ...brief, inFolder: await leftBefore(world, key, base) });
  const prompt = promptText(layers);
  keepPrompt(world.step.folder, key, prompt);
  const refused = new Set<string>();
  const network = networkFor(world.agentNetwork, driver, (host) => {
    refused.add(host);
    world.watch.doing(key, `wants to connect to ${host}, which is not allowed`);
  });
  const transcript = transcriptOf(world.step.folder, key);
  const { told, places, left, unfit } = await workOnStep(
    world.step,
    step,
    {
      base,
      limits: { ...WORKER_LIMITS, seconds: workLimits(step).total },
      network,
      dependencies: equipped.mounts,
      mounts: driver.mounts,
      goesOn: await earlierLeg(world, key),
      planText,
      session: sessionFolder(world.step.folder, key),
    },
    async (host, signal) => {
      const ended = await runOnAccount(
        world,
        { ...key, key: keys.spent, role: roleOf(step) },
        {
          driver,
          job: await jobOf(world, key, step),
          layers,
          limits: workLimits(step),
          clock: time === null ? null : Math.max(0, time - (Date.now() - began) / 1000),
          see(event) {
            boundary("the agent works");
            if (event.type === "output") {
              transcript.add(event.bytes);
              world.watch.output(key, event.bytes);
            }
            if (event.type === "doing") world.watch.doing(key, event.told);
            if (event.type === "tool") world.watch.tool(key, event);
          },
        },
        host,
        signal,
      );
      // Nobody was at work, so no attempt is used up.
      if (ended.unheld) throw ended.unheld.error;
      return ended;
    },
    world.signal,
  ).finally(() => transcript.close());

  const { reason, question, asks } = told;
  const isCutOff = told.hasRun && driver.network === "host" && network === "none" && !driver.isAskedOutside;
  const isUnfinished = reason === "failed" || reason === "not-reached";
  const text = isUnfinished && isCutOff ? `${told.text} (${NO_NETWORK[world.agentNetwork.kind]})` : told.text;
  const { step: id, attempt, leg } = key;
  const resume = told.resume === undefined ? {} : { resume: told.resume };
  return append(world, keys.worked, (): { facts: RunFact[]; value: WorkedWhole } => ({
    facts: [
      ...[...refused].map((host): RunFact => ({ type: "host-refused", step: id, attempt, leg, host })),
      ...notTaken(left).map((told): RunFact => ({ type: "noted", step: id, told })),
      {
        ...{ type: "worker-ended", step: id, attempt, leg },
        reason,
        text,
        milliseconds: Date.now() - began,
        tree: left.tree,
        usage: told.usage,
        ...resume,
      },
    ],
    value: {
      status: "worked",
      base,
      tree: left.tree,
      agent: driver.name,
      ...{ reason, text, question, ...(asks && { asks }), places, ...resume },
      ignored: left.ignored.slice(0, MOST_IGNORED),
      ...(unfit !== null && { unfit }),
      leftOut: { filtered: left.filtered, nested: left.nested },
      item: workItem(world.run, step, key, { agent: driver.name, prompt, base: baseTree, text }),
    },
  })).then(({ status }) => status);
}

/** What an earlier attempt has left in the person's own checkout; null where every attempt begins with the base. */
async function leftBefore({ step }: RunWorld, { attempt, leg }: AttemptKey, base: CommitId): Promise<string | null> {
  if (!step.inPlace || attempt === 1 || leg > 1) return null;
  const left = await leftInWorkPlace(step, base);
  return left && diffBetween(step.git, base, left.tree);
}

/**
 * What the plan says by now and its commit does not: that it is in progress and who is at work, a How that was revised, and
 * how often the step has failed. The person's own checkout says so with the next acceptance.
 */
async function planTextFor(
  world: RunWorld,
  state: RunState,
  step: string,
  base: TreeId,
): Promise<{ path: string; text: string }[]> {
  const { failures } = stepState(state, step).progress;
  if (world.step.inPlace) return [];
  return editedPlanText(world.step.place.trees, base, world.dialect, [
    { type: "plan-status", status: "in-progress" },
    ...state.uncommitted,
    ...(failures > 0 ? [{ type: "fail-count", step, count: failures } as const] : []),
    { type: "step-status", step, status: "active" },
  ]);
}

/** What the leg before this one has left; null for the first. */
async function earlierLeg({ store }: RunWorld, key: AttemptKey): Promise<TreeId | null> {
  if (key.leg === 1) return null;
  const earlier = await store.journal.find<Outcome>(key.run, keysOf({ ...key, leg: key.leg - 1 }).outcome);
  return earlier?.tree ?? null;
}

/** The commonest reason why an agent with a model behind it fails at once. */
const NO_NETWORK = {
  none: "agents have no network here: policy.yaml of Planwright's home says `agent_network: none`",
  listed: "it has no network; `agent_hosts: [NAME]` in policy.yaml of Planwright's home lets agents connect to a host",
  host: "",
};

/** `hand` is the person who has gone on by hand, where no agent works. */
export type Begun = { by: string; base: string | null; hand?: string };

const MOST_IGNORED = 200;
const MEBI = 1024 * 1024;

/** What a worker may use besides its time. */
const WORKER_LIMITS: Omit<Limits, "seconds"> = {
  memoryBytes: 8192 * MEBI,
  processes: 2048,
  outputBytes: 1024 * MEBI,
  fileBytes: 4096 * MEBI,
};

/** Whether this very attempt is what the plan needs now. */
function isDue({ run }: RunWorld, state: RunState, { step, attempt, leg }: AttemptKey): boolean {
  if (state.status !== "in-progress" || state.isPaused) return false;
  const wanted = next(planOf(run), progressOf(state)).find((each) => each.do === "work" && each.step === step);
  if (wanted?.do !== "work" || wanted.attempt !== attempt) return false;
  return leg === (wanted.continues ? (state.steps.get(step)?.leg ?? 0) + 1 : 1);
}
