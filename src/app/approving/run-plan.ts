import { existsSync, realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { MachinePolicy } from "../../config/policy.ts";
import { planBranch } from "../../engine/plan-text/plan-branch.ts";
import { type Forecast, forecast, type StepCost } from "../../plan/forecast.ts";
import { modeOf } from "../../plan/policies.ts";
import type { Mode } from "../../plan/words.ts";
import { type OtherPlan, type SharedWrite, sharedWrites } from "../../plan/write-sets.ts";
import type { Store } from "../../ports/store.ts";
import { type RepositoryId, repositoryIdOf } from "../../record/repository-id.ts";
import type { AgentChoice } from "../../record/run.ts";
import { spokenAgent } from "../../record/spoken-agent.ts";
import { Refused } from "../../std/refusal.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { snapshot } from "../../workspace/snapshot/snapshot.ts";
import { openAgent } from "../agents/agent-place.ts";
import {
  type AgentsOfPlan,
  agentsAtWork,
  agentsOfPlan,
  namedBy,
  namedFrom,
  replacedAgents,
  withModelFor,
} from "../agents/agents-of-plan.ts";
import { reportsUsage } from "../agents/reports-usage.ts";
import type { OpenedRun } from "../hosting/go-on.ts";
import { shortHash } from "../opening/home.ts";
import { refuseMoving, refuseUncommitted } from "../opening/in-place.ts";
import { mustHold } from "../opening/must-hold.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { placeOf } from "../opening/place-of.ts";
import { repositoryConfig } from "../opening/repository-config.ts";
import { sizeOf } from "../opening/repository-paths.ts";
import type { Scene } from "../opening/scene.ts";
import type { PlanToRun } from "../plans/plan-to-run.ts";
import { openMemory } from "../runs/remembered-runs.ts";
import { missingFlow } from "./missing-flow.ts";
import { nameBesideFinished } from "./name-beside-finished.ts";
import { refuseSecond } from "./refuse-second.ts";
import { type Approval, startRun } from "./start-run.ts";

/**
 * `strict`: whether to ask about work that passes and is not proven, too. `base`: the commit that the plan begins with, by
 * any name; null for the one that is checked out. `model`: what all workers are to work with.
 */
export type RunOptions = {
  agent: string | null;
  model: string | null;
  mode: Mode | null;
  base: string | null;
  inPlace: boolean;
  strict: boolean;
};

/** A plan that could be approved now, and what it would be carried out with. */
export type Candidate = PlanToRun &
  AgentsOfPlan & {
    opened: OpenedRepository;
    /** The commit that the plan begins with, and the name it was found by: the branch that is checked out, if one is. */
    base: { branch: string | null; commit: string };
    /** The agents, the steps that each works on, what else each says about itself, and whether it says what it uses. */
    workers: readonly { name: string; steps: readonly number[]; told: string | null; reportsUsage: boolean }[];
    /** Who is asked where judgement is needed, and whether that one says what it uses. */
    plannerName: string | null;
    plannerReportsUsage: boolean;
    /** The agents that steps name, where `--agent` has named another for all of them. */
    replaced: readonly { name: string; steps: readonly number[] }[];
    mode: Mode;
    inPlace: boolean;
    strict: boolean;
    /** Files that differ from the commit the plan begins with, and so are not part of it; null when nobody knows. */
    uncommitted: number | null;
    /** What it declares to write, and another plan that is not over does, too. */
    shared: readonly SharedWrite[];
    /** Whether the person gives contracts a network at all. */
    contractNetwork: MachinePolicy["contractNetwork"];
    /** What it will take, by what earlier steps took here. */
    forecast: Forecast;
  };

/**
 * Finds out whether a plan that was read could be carried out, and with what. Nothing is written. Throws `Refused`
 * when it could not: whoever is asked to approve a plan should not be told afterwards.
 */
export async function candidate(scene: Scene, written: PlanToRun, options: RunOptions): Promise<Candidate> {
  const opened = await scene.repository(written.path === null ? scene.cwd : placeOf(written.path, scene));
  const { top } = opened.git.facts;
  const flow = missingFlow(written.plan);
  if (flow !== null) throw new Refused("not-possible", flow);
  if (options.inPlace) await refuseUncommitted(top);
  const base = await baseOf(opened, written, options);
  const plan = await nameBesideFinished(written, treesOf(opened.git), base.commit);
  const { others, costs } = await memoryOf(scene, opened, plan);
  if (plan.isCheckedOut) refuseMoving(opened, planBranch(plan.plan), options.inPlace);
  await mustHold(scene);
  const { policy } = scene;
  const config = repositoryConfig(top);
  const agents = withModelFor(agentsOfPlan(plan.plan, namedFrom(scene, options.agent), { top, config }), options.model);
  const workers = await Promise.all(
    agentsAtWork(plan.plan, agents).map(async ({ agent, steps }) => {
      const driver = await openAgent(agent, { policy, top, from: agents.from });
      const probe = await driver.probe();
      if (!probe.ok) {
        const by = options.agent === null ? namedBy(plan.plan, steps, config) : null;
        throw new Refused("no-agent", `${by ?? "the agent cannot be started"}: ${probe.cause}; ${probe.remedy}`);
      }
      const told = probe.told === agent.spec ? null : probe.told;
      return { name: spokenAgent(agent), steps, told, reportsUsage: reportsUsage(agent, policy) };
    }),
  );
  if (agents.planner !== null) await requirePlanner(agents.planner, { policy, top });
  const plannerName = agents.planner && spokenAgent(agents.planner);
  const plannerReportsUsage = agents.planner !== null && reportsUsage(agents.planner, policy);
  return {
    ...plan,
    ...agents,
    contractNetwork: policy.contractNetwork,
    ...{ opened, workers, plannerName, plannerReportsUsage, replaced: replacedAgents(plan.plan, agents) },
    inPlace: options.inPlace,
    strict: options.strict,
    base,
    mode: options.mode ?? modeOf(plan.plan),
    // Whoever names a base does not mean what lies in the checkout.
    uncommitted: options.base === null ? await uncommittedFiles(opened, plan) : null,
    shared: sharedWrites(plan.plan, others),
    forecast: forecast(plan.plan, costs, (path) => sizeOf(resolve(top, path))),
  };
}

async function baseOf(
  { git }: OpenedRepository,
  { isCheckedOut }: PlanToRun,
  { base, inPlace }: RunOptions,
): Promise<Candidate["base"]> {
  const { head, top } = git.facts;
  if (head.kind === "unborn")
    throw new Refused("no-commit", `${top} has no commit yet; \`git commit\` first: a plan starts from one`);
  if (base === null)
    return { branch: head.kind === "branch" ? head.ref.replace("refs/heads/", "") : null, commit: head.commit };
  if (inPlace)
    throw new Refused("not-possible", "work in place starts from what is checked out; leave that out, or the base");
  if (isCheckedOut)
    throw new Refused(
      "not-possible",
      "the plan's own branch is checked out, and the plan starts there; leave the base out",
    );
  const commit = await historyOf(git).resolve(base);
  if (commit === null) throw new Refused("no-commit", `the base ${base} names no commit of this repository`);
  return { branch: base, commit };
}

async function requirePlanner(
  planner: AgentChoice,
  { policy, top }: { policy: MachinePolicy; top: string },
): Promise<void> {
  const probe = await (await openAgent(planner, { policy, top, from: top })).probe();
  if (!probe.ok) throw new Refused("no-agent", `role planner: ${probe.cause}; ${probe.remedy}`);
}

type Memory = { others: readonly OtherPlan[]; costs: readonly StepCost[] };

/**
 * What is known of earlier runs here. Throws `Refused` for a plan that is under way. No database is made or started
 * where nothing has run: then only the branch can be in the way.
 */
async function memoryOf(scene: Scene, opened: OpenedRepository, read: PlanToRun): Promise<Memory> {
  const { plan } = read;
  const store = await openMemory(scene);
  await refuseSecond(opened, store, read);
  if (store === null) return { others: [], costs: [] };
  const repository = repositoryIdOf(opened.git.facts);
  return {
    others: await othersUnderWay(store, repository, planBranch(plan)),
    costs: await store.runs.costs(repository),
  };
}

/** A run of the same branch that nobody has begun is replaced, and so in nobody's way. */
async function othersUnderWay(store: Store, repository: RepositoryId, branch: string): Promise<OtherPlan[]> {
  const open = (await store.runs.list({ repository, isOver: false })).filter((run) => run.branch !== branch);
  const runs = await Promise.all(open.map(({ id }) => store.runs.get(id)));
  return runs.flatMap((run) => (run ? [{ name: run.branch.replace("refs/heads/", ""), plan: run.plan }] : []));
}

async function uncommittedFiles({ git, folder }: OpenedRepository, plan: PlanToRun): Promise<number | null> {
  const { top, head, isSparse } = git.facts;
  if (head.kind === "unborn") return null;
  try {
    const trees = treesOf(git);
    const base = await trees.treeOf(head.commit);
    const index = join(folder, `uncommitted-${shortHash(top)}`);
    const { tree } = await snapshot(git, top, { index, base, sparse: isSparse });
    // The plan itself is taken as it lies there.
    const files = plan.path === null ? [] : plan.sources;
    const own = new Set(files.map(({ path }) => relative(top, realPath(path))));
    return (await trees.changes(base, tree)).filter(({ path }) => !own.has(path)).length;
  } catch (error) {
    // Only a count for a person: two commands may look at the same moment, and a file may be closed to us.
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}

/** Where a file really lies; one that is gone already lies where it was named. */
const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));

/** Approves a plan as it stands; from now on its text cannot change under the run. */
export async function approve(
  scene: Scene,
  found: Candidate,
  approval: Approval,
  told?: (line: string) => void,
): Promise<OpenedRun> {
  const { opened, agent, agents, planner, from, mode, inPlace, strict, base } = found;
  const store = await scene.store(told);
  const run = await startRun(opened, store, found, {
    ...{ approval, mode, agent, agents, planner, from, inPlace, strict, base: base.commit },
  });
  return { run, store };
}
