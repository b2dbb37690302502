import type { GoesOn, Subscription, WorkBrief } from "../../agents/work-prompt.ts";
import type { Step } from "../../plan/model.ts";
import { roleOf, workLimits } from "../../plan/policies.ts";
import type { Network } from "../../ports/sandbox.ts";
import { nameOf } from "../../record/person.ts";
import { networkFor } from "../state/agent-network.ts";
import { diffOf } from "../state/diff.ts";
import { keysOf, type Outcome } from "../state/outcome.ts";
import { type RunState, type StepState, stepState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";

/** Everything the worker of a step is told, collected from the branch, the journal and the topics. */
export async function briefFor(world: RunWorld, state: RunState, step: Step): Promise<WorkBrief> {
  const { run, rules, store } = world;
  const now = stepState(state, step.id);
  const left = now.leg > 1 ? await leftBy(world, step.id, now) : null;
  const leftDiff = left === null || now.answers.length === 0 ? "" : await diffOf(world.step.git, left);
  const last = isOver(step.id, now) ? now.lastFailure : null;
  const failed = last && (await store.journal.find<Outcome>(run.id, keysOf(last).outcome));
  return {
    plan: run.plan,
    step,
    role: roleOf(step),
    rules,
    conditions: {
      reaches: reachedBy(networkFor(world.agentNetwork, world.driverFor(step), () => {})),
      installsLockfiles: (run.surroundings.workspace?.setup.length ?? 0) > 0,
      limits: workLimits(step),
    },
    subscriptions: await subscriptionsOf(world, state, step),
    goesOn: now.leg > 1 ? goesOnWith(left, now) : null,
    failure: failed ? failureOf(failed, await diffOf(world.step.git, failed)) : null,
    answered: now.answers.map((each) => ({ ...each, diff: leftDiff })),
    notes: now.notes,
  };
}

/** For the journal: what a step subscribes to and its worker is not shown, because there is nothing. */
export const missingIn = (subscriptions: readonly Subscription[]): string[] =>
  subscriptions.flatMap(({ name, text }) => {
    if (text === null) return [`${name} is not there; the worker continues without it`];
    return text.trim() === "" ? [`${name} says nothing yet; the worker continues without it`] : [];
  });

const reachedBy = (network: Network): WorkBrief["conditions"]["reaches"] =>
  network === "host" ? "everybody" : network === "none" ? [] : network.hosts;

/** What stopped the attempt that now goes on was no failure of an earlier one. */
const isOver = (step: string, { lastFailure, leg, progress }: StepState): boolean =>
  leg === 1 || lastFailure?.step !== step || lastFailure.attempt !== progress.attempts;

/** What the earlier legs of this attempt have come to. */
async function leftBy({ run, store }: RunWorld, step: string, { progress, leg }: StepState): Promise<Outcome | null> {
  for (let earlier = leg - 1; earlier > 0; earlier--) {
    const key = keysOf({ step, attempt: progress.attempts, leg: earlier });
    const found = await store.journal.find<Outcome>(run.id, key.outcome);
    if (found) return found;
  }
  return null;
}

/** A worker that goes on after its own question hears of its folder with the answer. */
function goesOnWith(left: Outcome | null, { answers }: StepState): GoesOn | null {
  const held = left?.verdict.is === "held" && left.verdict.over === "deviation" ? left.verdict : null;
  const hadPassed = held !== null || left?.verdict.is === "passed";
  return answers.length > 0 && !hadPassed ? null : { hadPassed, stopped: held?.told ?? null };
}

function failureOf({ contracts, verdict }: Outcome, diff: string): WorkBrief["failure"] {
  const said = contracts.find(({ conclusion }) => !GOOD.has(conclusion)) ?? contracts[0];
  const told = verdict.is === "failed" || verdict.is === "held" ? verdict.told : "";
  return { command: said?.command ?? null, exit: said?.exit ?? "", told, log: said?.log ?? "", diff };
}

const GOOD = new Set(["proven", "guarding", "vacuous", "unchanged"]);

async function subscriptionsOf(world: RunWorld, state: RunState, step: Step): Promise<Subscription[]> {
  const { trees } = world.step.place;
  const namesFiles = step.subscriptions.some(({ kind }) => kind === "file");
  const entries = namesFiles && state.tip !== null ? await trees.entries(await trees.treeOf(state.tip)) : [];
  const found: Subscription[] = [];
  for (const { kind, name } of step.subscriptions) {
    if (kind === "topic") {
      found.push({ name: `topic:${name}`, ...(await postedTo(world, state, name)) });
      continue;
    }
    const path = name.replace(/^\.\//, "");
    const entry = entries.find((each) => each.path === path && each.mode.startsWith("100"));
    const [bytes] = entry ? await trees.read([entry.id]) : [];
    found.push({ name: `file:${path}`, ...beginningOf(bytes) });
  }
  return found;
}

/**
 * What was posted to a topic: by whomever, where it outlives plans; else by the steps of this run that are done, and by
 * people since the run was created.
 */
async function postedTo({ run, store }: RunWorld, state: RunState, topic: string): Promise<Said> {
  const done = run.plan.steps.filter(({ id }) => stepState(state, id).progress.status === "done");
  const heard = run.surroundings.topics.includes(topic) ? undefined : { run: run.id, steps: done.map(({ id }) => id) };
  const posts = await store.topics.read(run.repository.id, topic, MOST_POSTS + 1, heard);
  return newestOf(posts.map(({ by, text }) => `${nameOf(by)}: ${text}`));
}

const MOST_POSTS = 50;

type Said = Pick<Subscription, "text" | "rest">;

/** The last posts, as many as a worker can be shown, in their order. */
function newestOf(posts: readonly string[]): Said {
  const [newest = "", ...earlier] = posts.toReversed();
  const shown = [newest.slice(0, MOST_TEXT)];
  let room = MOST_TEXT - newest.length;
  for (const post of earlier.slice(0, MOST_POSTS - 1)) {
    room -= post.length;
    if (room < 0) break;
    shown.unshift(post);
  }
  const leftOut = shown.length < posts.length ? ["(Earlier messages are left out.)"] : [];
  return { text: [...leftOut, ...shown].join("\n\n"), rest: Math.max(0, newest.length - MOST_TEXT) };
}

function beginningOf(bytes: Uint8Array | undefined): Said {
  if (bytes === undefined) return { text: null, rest: 0 };
  const text = Buffer.from(bytes).toString("utf8");
  return { text: text.slice(0, MOST_TEXT), rest: Math.max(0, text.length - MOST_TEXT) };
}

const MOST_TEXT = 200_000;
