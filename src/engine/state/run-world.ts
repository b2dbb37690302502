import { NotEquipped, type ProofPlace } from "../../contracts/sides/proof-place.ts";
import type { StepCost } from "../../plan/forecast.ts";
import type { Step } from "../../plan/model.ts";
import type { SizeOf } from "../../plan/prompt-size.ts";
import type { AgentDriver, Tool } from "../../ports/agent.ts";
import type { Dialect } from "../../ports/dialect.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import type { Mount } from "../../ports/sandbox.ts";
import type { Store } from "../../ports/store.ts";
import type { AttemptKey, Lease, Run } from "../../record/run.ts";
import type { Usage } from "../../record/run-event.ts";
import type { AgentNetwork } from "./agent-network.ts";
import type { StepRun } from "./step-run.ts";

/** Everything a run is carried out with, on the machine and in the process that does. */
export type RunWorld = {
  run: Run;
  lease: Lease;
  store: Store;
  dialect: Dialect;
  step: StepRun;
  driverFor(step: Step): AgentDriver;
  /** Who is asked where judgement is needed, and how many tokens it can take in; null for nobody. */
  planner: { driver: AgentDriver; window: number } | null;
  /** Where contracts run for a tree, with what the repository needs beside its files; made when it is not there. */
  placeFor(tree: TreeId): Promise<Equipped>;
  /**
   * Pushes the plan's branch as it is at `tip` with the person's own means, and opens its pull request. Twice changes
   * nothing.
   */
  publish(tip: CommitId): Promise<Publication>;
  /** The text of `AGENTS.md` and the like, as the base has it. */
  rules: string | null;
  agentNetwork: AgentNetwork;
  /** What earlier steps of the repository have cost, and how large its files are: what estimates rest on. */
  history: readonly StepCost[];
  sizeOf: SizeOf;
  /** What it costs to use a model, in US dollars; null where nobody knows its price. */
  usdOf(usage: Usage): number | null;
  version: string;
  /** The person wants the work to stop now. */
  signal: AbortSignal;
  /** Rejects when nothing can be written down any more. */
  lost: Promise<never>;
  watch: Watcher;
};

/** `mounts` are the installed dependencies, which workers see, too; `made` says that they had to be made just now. */
export type Equipped =
  | { status: "ready"; place: ProofPlace; mounts: readonly Mount[]; made: Made | null }
  | { status: "failed"; told: string };

/**
 * `told` says where the branch is, or why it is not there and what to do; `lacks`, why the ref that keeps the plan's commits
 * is not there with it.
 */
export type Publication = { status: "published"; told: string; lacks?: string } | { status: "refused"; told: string };

export type Made = { key: string; told: string; milliseconds: number };

/** For whoever looks on in this process; nothing depends on it. */
export type Watcher = {
  doing(key: AttemptKey, told: string): void;
  tool(key: AttemptKey, tool: Tool): void;
  output(key: AttemptKey, bytes: Uint8Array): void;
};

/** Where the contracts of each tree run; throws `NotEquipped` where that cannot be made. */
export const placesOf =
  (world: RunWorld) =>
  async (tree: TreeId): Promise<ProofPlace> => {
    const equipped = await world.placeFor(tree);
    if (equipped.status === "failed") throw new NotEquipped(equipped.told);
    return equipped.place;
  };

const worlds = new Map<string, RunWorld>();

/**
 * Lets a workflow of this process find its world by its own name: a run may be hosted here once more while what was begun
 * before still is ending, and each has a world of its own. The returned function takes it away again.
 */
export function enterWorld(workflow: string, world: RunWorld): () => void {
  worlds.set(workflow, world);
  return () => void worlds.delete(workflow);
}

export function worldOf(workflow: string | undefined): RunWorld {
  const world = worlds.get(workflow ?? "");
  if (!world) throw new Error(`the workflow ${workflow} is not running in this process`);
  return world;
}
