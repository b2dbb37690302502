import type { Choice } from "../record/choice.ts";
import type { Severity } from "../record/question.ts";
import type { EndReason, Usage } from "../record/run-event.ts";

import type { PlanDesk } from "./plan-desk.ts";
import type { Command, Mount, Proc } from "./sandbox.ts";

/**
 * A kind of agent that can be given work. It runs where the host lets it, streams what it does, and never decides whether
 * the work is done.
 */
export interface AgentDriver {
  /** As commits and receipts name it. */
  readonly name: string;
  /** What it must see besides the work: its own program, for example. All of it read-only. */
  readonly mounts: readonly Mount[];
  /** What it would use; the person's policy decides whether it gets it. */
  readonly network: "none" | "host";
  /** `name:port` of the hosts that it cannot do without: its model's. */
  readonly reaches: readonly string[];
  /** Its model is asked from outside the sandbox, where nobody's network is held. */
  readonly isAskedOutside?: true;
  /** Whether it can be started here, found out at no cost. A session that is opened all the same ends as `not-let-in`. */
  probe(): Promise<Probe>;
  open(job: AgentJob, host: AgentHost, signal: AbortSignal): Promise<AgentSession>;
}

/** `window`: tokens that its model takes in, where that is known. */
export type Probe = { ok: true; told: string; window?: number } | { ok: false; cause: string; remedy: string };

/**
 * One conversation with one agent. `send` never rejects: every failure arrives as the final `ended` event, which is always
 * the last and always comes. It may be called again after that, one turn after the other, until `close`; the agent knows
 * what was said before. After `close` no process of the agent's is left; closing twice is harmless.
 */
export interface AgentSession {
  send(turn: Turn): AsyncIterable<AgentEvent>;
  close(): Promise<void>;
}

/** What an agent is told, in layers that change more and more often; most agents get them as one text. */
export type Turn = { layers: readonly PromptLayer[] };

/**
 * - `role`: who it is; the same bytes for every plan · `project`: the repository's own rules
 * - `bundle`: what a flow has put together · `step`: the same for every attempt at the step
 * - `attempt`: what is new in this one · `instruction`: what to do now; always last
 */
export type PromptLayer = {
  level: "role" | "project" | "bundle" | "step" | "attempt" | "instruction";
  text: string;
};

export type AgentEvent =
  /** Bytes as they came, for the transcript. */
  | { type: "output"; stream: "stdout" | "stderr"; bytes: Uint8Array }
  /** What it does now, in a few words, for whoever watches. */
  | { type: "doing"; told: string }
  | Tool
  /** One request to a model, as soon as its cost is known. The usage that `ended` tells has it in its sum. */
  | { type: "spent"; usage: Usage; warnings: readonly string[] }
  | Ended;

/** One use of one of its tools, told again whenever its state changes. `diff` is what it says that it changes. */
export type Tool = {
  type: "tool";
  id: string;
  told: string;
  state: "begun" | "refused" | "done" | "failed";
  paths: readonly string[];
  diff: string | null;
};

export type { Usage };

/** `text` is its last words, in Plan mode its whole last text; `question` what it asked when it ended with `asked`. */
export type Ended = {
  type: "ended";
  reason: EndReason;
  text: string;
  question: string | null;
  /** The question in its parts, where the agent gave them; `question` has all of it as one text. */
  asks?: AskedOf;
  usage: Usage[];
  /** Lets another session go on from here, in another process too, as long as what the host keeps of this one is there. */
  resume?: string;
};

/** `severity` is null where the agent does not say how much depends on the answer. */
export type AskedOf = { question: string; context: string; severity: Severity | null; choices: Choice[] };

/** What a driver gets done through its host. Everything it launches is held by the worker's sandbox. */
export interface AgentHost {
  /** What it shows is decided anew each time: the plan directories of a desk are those it has by then. */
  launch(command: Command): Promise<Proc>;
  /** Where the worker sees the tree; the folder to start in. */
  readonly at: string;
  /** What stays of the session between its programs, and after it; without it nothing does. */
  readonly kept?: Kept;
  /** Whether it may do what it asks leave for. Only manners: what it can do is set by its mounts. */
  permit(request: ToolRequest): Permission;
}

/**
 * The folder of a session, which goes with what the session belongs to. `home` in it is where an agent finds what it wrote
 * there before, at `at` inside; it is the only part of its HOME that stays, and holds none of its credentials. The rest of
 * the folder is the driver's, and no program of the agent's sees it.
 */
export type Kept = { folder: string; at: string };

/**
 * What an agent asks leave for. `paths` are absolute, and null when it does not say which. `takesAway`: what is there would
 * be gone.
 */
export type ToolRequest = { kind: ToolKind; told: string; paths: readonly string[] | null; takesAway?: boolean };

export type ToolKind = "read" | "write" | "run" | "fetch" | "think" | "unknown";

export type Permission = { allow: true } | { allow: false; why: string };

export type AgentJob = {
  session: SessionOf;
  /** The step's number, as people count. */
  number: number;
  /** Which try at the step this is, and how often that was taken up; null for a session that is none. */
  attempt: { number: number; leg: number } | null;
  role: string;
  /** In Plan mode it writes nothing but the plan. */
  mode: "plan" | "act";
  /** Where the plan that it writes in Plan mode lies, as it sees it; none where it writes nothing at all. */
  planDirs?: readonly string[];
  /** Where its plans are handed in, in Plan mode. Its folders are then the plan directories, whatever `planDirs` says. */
  desk?: PlanDesk;
};

/** `resume` is what the last turn ended with of the conversation that goes on; without it a conversation begins. */
export type SessionOf = { id: string; of: "attempt" | "planner" | "thread"; resume?: string };
