import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { planBranch } from "../engine/plan-branch.ts";
import { modeOf } from "../plan/policies.ts";
import type { Mode } from "../plan/words.ts";
import { spokenAgent } from "../record/spoken-agent.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import { locateRepository } from "../workspace/locate.ts";
import { snapshot } from "../workspace/snapshot.ts";
import { treesOf } from "../workspace/trees.ts";
import { openAgent } from "./agent-place.ts";
import { type AgentsOfPlan, agentsAtWork, agentsOfPlan, namedBy, replacedAgents } from "./agents-of-plan.ts";
import type { OpenedRun } from "./go-on.ts";
import { shortHash } from "./home.ts";
import { refuseUncommitted } from "./in-place.ts";
import { requireHolding } from "./must-hold.ts";
import { type OpenedRepository, openRepository } from "./open-repository.ts";
import { openStoreFor } from "./open-store.ts";
import type { PlanToRun } from "./plan-to-run.ts";
import { refuseSecond } from "./refuse-second.ts";
import { isAnythingRemembered } from "./remembered-runs.ts";
import { repositoryConfig } from "./repository-config.ts";
import { type Approval, startRun } from "./start-run.ts";
import { UsageError } from "./usage-error.ts";

export type RunOptions = { agent: string | null; mode: Mode | null; inPlace: boolean };

/** A plan that could be approved now, and what it would be carried out with. */
export type Candidate = PlanToRun &
  AgentsOfPlan & {
    opened: OpenedRepository;
    /** The commit that the plan begins with, and the branch that is checked out there, if one is. */
    base: { branch: string | null; commit: string };
    /** The agents, the steps that each works on, and what else each says about itself. */
    workers: readonly { name: string; steps: readonly number[]; told: string | null }[];
    /** The agents that steps name, where `--agent` has named another for all of them. */
    replaced: readonly { name: string; steps: readonly number[] }[];
    mode: Mode;
    inPlace: boolean;
    /** Files that differ from the commit the plan begins with, and so are not part of it; null when nobody knows. */
    uncommitted: number | null;
  };

/**
 * Finds out whether a plan that was read could be carried out, and with what. Nothing is written. Throws `UsageError`
 * when it could not: whoever is asked to approve a plan should not be told afterwards.
 */
export async function candidate(plan: PlanToRun, options: RunOptions): Promise<Candidate> {
  const opened = await openRepository(plan.path === null ? "." : placeOf(plan.path));
  const { top, head } = opened.git.facts;
  if (head.kind === "unborn")
    throw new UsageError(`${top} has no commit yet; \`git commit\` first: a plan begins with one`);
  if (options.inPlace) await refuseUncommitted(top);
  await requireUnbegun(opened, plan);
  await requireHolding(opened.home);
  const config = repositoryConfig(top);
  const agents = agentsOfPlan(plan.plan, options.agent, { top, config });
  const workers = await Promise.all(
    agentsAtWork(plan.plan, agents).map(async ({ agent, steps }) => {
      const driver = await openAgent(agent, { top, from: agents.from });
      const probe = await driver.probe();
      if (!probe.ok) {
        const by = options.agent === null ? namedBy(plan.plan, steps, config) : null;
        throw new UsageError(`${by ?? "the agent cannot be started"}: ${probe.cause}; ${probe.remedy}`);
      }
      return { name: spokenAgent(agent), steps, told: probe.told === agent.spec ? null : probe.told };
    }),
  );
  return {
    ...plan,
    ...agents,
    ...{ opened, workers, replaced: replacedAgents(plan.plan, agents), inPlace: options.inPlace },
    base: {
      branch: head.kind === "branch" ? head.ref.replace("refs/heads/", "") : null,
      commit: head.commit,
    },
    mode: options.mode ?? modeOf(plan.plan),
    uncommitted: await uncommittedFiles(opened, plan),
  };
}

/** No database is made or started where nothing has run: then only the branch can be in the way. */
async function requireUnbegun(opened: OpenedRepository, { plan }: PlanToRun): Promise<void> {
  const store = isAnythingRemembered() ? await openStoreFor(opened.home) : null;
  try {
    await refuseSecond(opened, store, planBranch(plan));
  } finally {
    await store?.close();
  }
}

/** The repository of a plan is the one it lies in; for a plan that lies in none, the one we are in. */
function placeOf(path: string): string {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
  try {
    return locateRepository(folder).top;
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === "no-repository") return ".";
    throw error;
  }
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
  found: Candidate,
  approval: Approval,
  told: (line: string) => void = () => {},
): Promise<OpenedRun> {
  const { opened, agent, agents, from, mode, inPlace } = found;
  const store = await openStoreFor(opened.home, told);
  try {
    const run = await startRun(opened, store, found, { approval, mode, agent, agents, from, inPlace });
    return { run, store };
  } catch (error) {
    await store.close();
    throw error;
  }
}
