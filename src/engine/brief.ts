import type { WorkBrief } from "../agents/work-prompt.ts";
import type { Step } from "../plan/model.ts";
import { roleOf } from "../plan/policies.ts";
import { keysOf, type Outcome } from "./outcome.ts";
import { type RunState, stepState } from "./run-state.ts";
import type { RunWorld } from "./run-world.ts";

/** Everything the worker of a step is told, collected from the branch, the journal and the topics. */
export async function briefFor(world: RunWorld, state: RunState, step: Step): Promise<WorkBrief> {
  const { run, rules, store } = world;
  const now = stepState(state, step.id);
  const last = now.lastFailure;
  const failed = last && (await store.journal.find<Outcome>(run.id, keysOf({ step: step.id, ...last }).outcome));
  const answered = now.answers.length > 0 ? await leftSoFar(world, step.id, now.progress.attempts, now.leg) : "";
  const goesOn = now.leg > 1 && now.answers.length === 0;
  return {
    plan: run.plan,
    step,
    role: roleOf(step),
    rules,
    subscriptions: await subscriptionsOf(world, state, step),
    failure: failed ? failureOf(failed) : null,
    answered: now.answers.map((each) => ({ ...each, diff: answered })),
    notes: goesOn ? [GOES_ON, ...now.notes] : now.notes,
  };
}

const GOES_ON = "What you have done so far in this attempt is in your folder; go on from there.";

/** What the earlier legs of this attempt have changed. */
async function leftSoFar({ run, store }: RunWorld, step: string, attempt: number, leg: number): Promise<string> {
  for (let earlier = leg; earlier > 0; earlier--) {
    const found = await store.journal.find<Outcome>(run.id, keysOf({ step, attempt, leg: earlier }).outcome);
    if (found) return found.diff;
  }
  return "";
}

function failureOf({ contracts, verdict, diff }: Outcome): WorkBrief["failure"] {
  const said = contracts.find(({ conclusion }) => !GOOD.has(conclusion)) ?? contracts[0];
  const told = verdict.is === "failed" || verdict.is === "held" ? verdict.told : "";
  return { command: said?.command ?? null, exit: said?.exit ?? "", told, log: said?.log ?? "", diff };
}

const GOOD = new Set(["proven", "guarding", "vacuous", "unchanged"]);

async function subscriptionsOf(world: RunWorld, state: RunState, step: Step): Promise<WorkBrief["subscriptions"]> {
  const { run, store } = world;
  const { trees } = world.step.place;
  const entries = state.tip === null ? [] : await trees.entries(await trees.treeOf(state.tip));
  const found: WorkBrief["subscriptions"] = [];
  for (const { kind, name } of step.subscriptions) {
    if (kind === "topic") {
      const posts = await store.topics.read(run.repository.commonDir, name, MOST_POSTS);
      found.push({ name: `topic:${name}`, text: posts.map(({ by, text }) => `${by}: ${text}`).join("\n\n") });
      continue;
    }
    const path = name.replace(/^\.\//, "");
    const entry = entries.find((each) => each.path === path && each.mode.startsWith("100"));
    const [bytes] = entry ? await trees.read([entry.id]) : [];
    found.push({ name: `file:${path}`, text: bytes ? Buffer.from(bytes).toString("utf8").slice(0, MOST_TEXT) : null });
  }
  return found;
}

const MOST_POSTS = 50;
const MOST_TEXT = 200_000;
