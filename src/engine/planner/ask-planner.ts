import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { permission } from "../../agents/session/permission.ts";
import { defaultJudge } from "../../planner/default-judge.ts";
import { judgeByPlanner, type Said } from "../../planner/judge-by-planner.ts";
import type { AgentEvent, AgentHost, PromptLayer } from "../../ports/agent.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import type { Judge } from "../../ports/judge.ts";
import type { Limits, Policy } from "../../ports/sandbox.ts";
import { WORK } from "../../record/run.ts";
import type { PlannerMatter, RunFact } from "../../record/run-event.ts";
import { planPolicy } from "../../sandbox/policies.ts";
import { listRefs } from "../../workspace/places/throw-away-git.ts";
import { makeWorkTree } from "../../workspace/places/work-tree.ts";
import { discardWorkerGit, makeWorkerGit } from "../../workspace/places/worker-git.ts";
import { runOnAccount } from "../sessions/run-on-account.ts";
import { networkFor } from "../state/agent-network.ts";
import { isSpent, secondsLeft } from "../state/budget-limits.ts";
import { append, stateOf } from "../state/journal-state.ts";
import type { RunState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { stepOf } from "../state/step-run.ts";

/** What a planner is asked about and shown: the tree that is talked about, and the commit that git there stands at. */
export type Shown = { step: string; about: PlannerMatter; tree: TreeId; head: CommitId };

/** Whoever judges in this run, when it is about this tree; and what the journal says, where that is not the planner. */
export function judgeOf(world: RunWorld, state: RunState, shown: Shown): { judge: Judge; notes: RunFact[] } {
  const { planner, run } = world;
  if (planner === null) return { judge: defaultJudge, notes: [] };
  const { driver, window } = planner;
  if (isSpent(run.plan, state, stepOf(run.plan, shown.step))) {
    const told = `${driver.name} is not asked: nothing is left of the budget`;
    return { judge: defaultJudge, notes: [{ type: "noted", step: shown.step, told }] };
  }
  const asked = { name: driver.name, window };
  return { judge: judgeByPlanner({ ...asked, ask: (layers, signal) => ask(world, shown, layers, signal) }), notes: [] };
}

/** One turn of an agent in Plan mode: it reads the tree, and can write nothing. */
async function ask(
  world: RunWorld,
  { step: id, about, tree, head }: Shown,
  layers: readonly PromptLayer[],
  signal: AbortSignal,
): Promise<Said> {
  const { run, step, planner } = world;
  if (planner === null) throw new Error("nobody is there to be asked");
  const { driver } = planner;
  const asked = stepOf(run.plan, id);
  const [began, time] = [Date.now(), secondsLeft(run.plan, await stateOf(world), asked)];
  const work = await makeWorkTree(step.git, join(step.folder, "planner"), tree);
  const git = await makeWorkerGit(step.git, {
    ...{ folder: join(step.folder, "planner-git"), tree: work.path, head, index: work.index },
    branch: run.branch.replace("refs/heads/", ""),
    refs: listRefs(step.git),
  });
  try {
    const { sandbox, hidden, tools } = step.place;
    const at = sandbox.offers.isHolding ? step.place.at : work.path;
    const rest = { limits: LIMITS, network: networkFor(world.agentNetwork, driver, () => {}) };
    const place = { tree: work.path, at, git, dependencies: [...driver.mounts], hidden, tools };
    const unheld: Policy = { mounts: [{ show: at, at, access: "read" }], hidden: [], tools, ...rest };
    const policy = sandbox.offers.isHolding ? planPolicy(place, [], rest) : unheld;
    const host: AgentHost = {
      at,
      launch: (command) => sandbox.start(command, policy, signal),
      permit: (request) => permission(request, { mode: "plan", writable: [], fenced: [] }),
    };
    const key = { run: run.id, step: id, ...WORK, attempt: 1, leg: 1 };
    const job = { key, number: asked.number, role: "planner", mode: "plan" } as const;
    const refused = new Set<string>();
    const see = (event: AgentEvent): void => {
      if (event.type === "tool" && event.state === "refused") refused.add(event.told);
    };
    // Whoever is asked again after a crash is paid again.
    const payer = { key: `ask/${randomUUID()}`, step: id, attempt: null, leg: null, role: job.role };
    const fact = { type: "planner-asked", step: id, about, by: driver.name, key: payer.key } as const;
    await append(world, null, () => ({ facts: [fact], value: null }));
    const clock = time === null ? null : Math.max(0, time - (Date.now() - began) / 1000);
    const agent = { driver, job, layers, limits: TIME, clock, see };
    const { reason, text, usage } = await runOnAccount(world, payer, agent, host, signal);
    await tellRefused(world, id, [...refused]);
    if (reason === "finished") return { ok: true, text, usage };
    return { ok: false, why: `it did not come to an answer (${reason}): ${text}`, usage };
  } finally {
    discardWorkerGit(git);
  }
}

/** A planner that wants to write is told no each time, and a person reads of it once. */
async function tellRefused(world: RunWorld, step: string, refused: readonly string[]): Promise<void> {
  const [first, ...others] = refused;
  if (first === undefined) return;
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  const told = `the planner wanted what it may not do, and was refused: ${first}${more}`;
  await append(world, null, () => ({ facts: [{ type: "noted", step, told }], value: null }));
}

const TIME = { silence: 5 * 60, total: 15 * 60 };
const MEBI = 1024 * 1024;
const LIMITS: Limits = {
  seconds: TIME.total,
  memoryBytes: 8192 * MEBI,
  processes: 1024,
  outputBytes: 256 * MEBI,
  fileBytes: 1024 * MEBI,
};
