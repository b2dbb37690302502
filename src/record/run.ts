import type { Plan } from "../plan/model.ts";
import type { DialectId, Mode, PlanStatus } from "../plan/words.ts";
import type { RepositoryId } from "./repository-id.ts";

/** Names a run everywhere: the plan's id and six characters that tell it from an earlier run of the same plan. */
export type RunId = string;

/** The process that carries a run out, named so that no two in the world are the same. */
export type HostId = string;

/** The right to write to a run. Its epoch grows each time anybody takes the run, so that two of one host are told apart. */
export type Lease = { host: HostId; epoch: number };

/**
 * One try at a step, in one round of a phase of it. `leg` counts how often the try was taken up: 1, and one more after each
 * answered question.
 */
export type AttemptKey = { run: RunId; step: string; phase: Phase; round: number; attempt: number; leg: number };
export type Phase = "work";

/** So far a step has one phase, and this one round. */
export const WORK = { phase: "work", round: 1 } as const satisfies Pick<AttemptKey, "phase" | "round">;

/**
 * `driver:spec`, such as `command:./agent.sh`; or an agent by its name, whose driver is `agent`. `model` is what a person
 * has named besides; without it, the agent's own settings decide.
 */
export type AgentChoice = { driver: string; spec: string; model?: string };

/** What was approved, and where it is carried out. It never changes during a run; a revision is a new approval. */
export type Run = {
  id: RunId;
  /** `top` and `commonDir` are folders of this machine, where the run was approved; whatever is looked up goes by `id`. */
  repository: { id: RepositoryId; top: string; commonDir: string };
  /** `refs/heads/plan/{id}`. */
  branch: string;
  /** The commit the plan began with. */
  base: string;
  dialect: DialectId;
  /** The approved text as it lies in the branch (`.plan/…`), and the plan it was read as. */
  files: readonly { path: string; text: string }[];
  plan: Plan;
  hash: string;
  mode: Mode;
  agent: AgentChoice;
  /** Steps that another agent works on, by their ids. */
  agents: Readonly<Record<string, AgentChoice>>;
  /** Who is asked where judgement is needed; null for nobody. */
  planner: AgentChoice | null;
  /** The folder in which the person stood who named the agents. */
  from: string;
  inPlace: boolean;
  /** Its branch was a person's own: it was checked out, with the plan in it, before anybody approved that. */
  isAdopted?: true;
  /** A person is asked about work that passes and is not proven, too. */
  strict?: true;
  surroundings: Surroundings;
};

/**
 * What the repository needs beside its files, as it was when the plan was approved. Nothing of it is looked for again
 * later: in the person's own checkout a worker could have put it there.
 */
export type Surroundings = {
  workspace: Workspace | null;
  /** Folders of installed dependencies at the top of the checkout. */
  installed: readonly string[];
  /** Topics that live longer than one plan; any other belongs to its run. */
  topics: readonly string[];
};

/** What a fresh tree needs, as `planwright.config.yaml` says it (`config/workspace-config.ts`). */
export type Workspace = {
  setup: readonly string[];
  lockfiles: readonly string[];
  layers: readonly string[];
  copy: readonly string[];
  caches: readonly string[];
};

/** What lists show: kept beside the journal, and written in the same transaction. */
export type RunSummary = {
  id: RunId;
  planId: string;
  title: string;
  repository: RepositoryId;
  top: string;
  commonDir: string;
  branch: string;
  status: PlanStatus;
  isPaused: boolean;
  steps: number;
  done: number;
  /** Questions that wait for a person. */
  open: number;
  host: HostId | null;
  createdAt: string;
  updatedAt: string;
};

/** One piece of work for one agent, as it is handed over. The worker knows nothing else of the plan. */
export type WorkItem = {
  agent_id: string;
  type: "CODE" | "REVIEW";
  input: { prompt: string };
  payload: {
    subscriptions: string[];
    plan_id: string;
    plan_path: string;
    step: number;
    attempt: number;
    role: string;
    /** The tree that the work began with. */
    base: string;
  };
  output: { text: string };
};
