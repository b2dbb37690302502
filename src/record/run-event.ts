import type { Plan } from "../plan/model.ts";
import type { Hold, TriageClass } from "../plan/progress.ts";
import type { Mode } from "../plan/words.ts";
import type { Conclusion } from "./conclusion.ts";
import type { AnswerValue, Question } from "./question.ts";
import type { HostId, Phase, Run, RunId } from "./run.ts";
import type { StepOutcome } from "./step-outcome.ts";
import type { Tampering } from "./verdict.ts";

/**
 * Everything that happens to a run, in order and without gaps. What the engine knows of a run is what these say together
 * (`engine/state/fold.ts`); the terminal, `--json` and the page show the same union.
 */
export type RunEvent = { run: RunId; seq: number; at: string } & RunFact;

export type RunFact =
  /** The plan was approved as it stands and its branch opened. `rebuilt`: from the branch alone, after a loss. */
  | {
      type: "opened";
      by: string;
      via: "terminal" | "command-line" | "policy";
      hash: string;
      mode: Mode;
      /** All that work on it, joined by commas. */
      agent: string;
      commit: string;
      rebuilt: boolean;
    }
  | { type: "hosted"; host: HostId; process: number; machine: string }
  | { type: "released"; host: HostId; why: Halt }
  /** What the repository needs beside its files is there. */
  | { type: "prepared"; told: string; milliseconds: number }
  | ({ type: "attempt-started"; phase: Phase; round: number; agent: string; base: string } & OfAttempt)
  /** The agent, or what it ran, wanted to reach somebody whom it may not; `host` is `name:port`. */
  | ({ type: "host-refused"; host: string } & OfAttempt)
  | ({
      type: "worker-ended";
      reason: EndReason;
      text: string;
      milliseconds: number;
      tree: string;
      usage: Usage[];
      /** What the next leg of the attempt goes on with, where its agent can. Older journals never have it. */
      resume?: string;
    } & OfAttempt)
  /** `isReviewed`: there is nobody who would look at it before it is accepted. */
  | ({
      type: "attempt-passed";
      outcome: StepOutcome;
      contracts: ContractResult[];
      warnings: string[];
      isReviewed: boolean;
    } & OfAttempt)
  /** `kept` is the branch that keeps what the attempt left. */
  | ({
      type: "attempt-failed";
      reason: FailedBecause;
      told: string;
      contracts: ContractResult[];
      kept: string | null;
    } & OfAttempt)
  | ({
      type: "attempt-held";
      over: Hold;
      told: string;
      contracts: ContractResult[];
      places: Tampering[];
      kept: string | null;
      usage?: Usage[];
    } & OfAttempt)
  /**
   * Nobody's failure: the host died, or a person stopped the run. `usage` is what was known by then of work whose end
   * nobody saw, here and above.
   */
  | ({ type: "attempt-interrupted"; why: "crashed" | "stopped"; kept: string | null; usage?: Usage[] } & OfAttempt)
  /** The branch is where the fact before this one says it should be, which the journal was told first. */
  | { type: "branch-followed"; to: string }
  /** From now on a planner is paid, under this key of the ledger; what it took is told by one of the facts that follow. */
  | { type: "planner-asked"; step: string; about: PlannerMatter; by: string; key: string }
  /**
   * Where `change` is not null, a person decides about it together with the next attempt. `milliseconds` is how long the
   * judge took, here and below.
   */
  | {
      type: "triaged";
      step: string;
      class: TriageClass;
      by: string;
      told: string;
      change: ProposedChange | null;
      /** It wanted what only a person may change, and so a person is asked. */
      oversteps?: true;
      usage: Usage[];
      milliseconds: number;
    }
  /** Work that has passed was looked at. Where `change` is not null, a person decides about it with the step. */
  | {
      type: "reviewed";
      step: string;
      by: string;
      told: string;
      result: string | null;
      change: ProposedChange | null;
      usage: Usage[];
      milliseconds: number;
    }
  /**
   * What a judge has proposed does not hold, or it had no answer. What it took is here only where no other fact follows
   * that tells it. `isUnheard`: nobody has looked at it, and nothing changes. `oversteps`: it wanted what only a person may
   * change; `told` says which rule forbids it.
   */
  | {
      type: "proposal-refused";
      step: string;
      about: PlannerMatter;
      by: string;
      told: string;
      isUnheard?: true;
      oversteps?: true;
      usage?: Usage[];
      milliseconds?: number;
    }
  /** The steps that a template stands for, for a person to approve. */
  | {
      type: "expanded";
      step: string;
      by: string;
      revision: RevisedPlan;
      told: string[];
      usage: Usage[];
      milliseconds: number;
    }
  /**
   * The plan is another one from now on. Without a `commit` only the How of steps that are to come, and decisions that
   * were added: the branch says so with the next acceptance. `budgets` are those that are approved anew: of steps, and with
   * null the plan's. What was granted besides those they replace holds no longer. `kept` are the steps of the earlier plan
   * that this one has, too.
   */
  | ({
      type: "revised";
      step: string | null;
      by: string;
      told: string[];
      edits: HowEdit[];
      revision: RevisedPlan;
      budgets?: (string | null)[];
    } & ({ commit: null; kept?: never } | { commit: string; kept: Kept[] }))
  | { type: "asked"; step: string | null; question: Question }
  | {
      type: "answered";
      step: string | null;
      question: string;
      value: AnswerValue;
      note: string;
      by: string;
    }
  | {
      type: "step-accepted";
      step: string;
      attempt: number;
      dev: string;
      accepted: string;
      receipt: string;
      /** What the harness has seen, in one line. */
      result: string;
      /** Null where it was accepted by a program that knew no outcomes. */
      outcome: StepOutcome | null;
      /** Null when the contract decided. */
      byEye: string | null;
    }
  | { type: "skip-asked"; step: string; by: string; note: string }
  | { type: "step-skipped"; step: string; by: string; note: string; commit: string }
  /** Steps from this one on are to be done again; the branch is back at `to`. */
  | { type: "step-undone"; steps: string[]; by: string; to: string; kept: string }
  | { type: "step-retried"; step: string; by: string; note: string }
  | { type: "paused"; by: string; now: boolean }
  | { type: "resumed"; by: string }
  | { type: "cancelled"; by: string }
  /** `outcomes`: what the steps have come to, in the order of the plan; empty where only the branch is left to tell. */
  | { type: "completed"; commit: string; outcomes: StepOutcome[] }
  /** `commit` says so on the branch, which follows; null where the branch is not ours to move. */
  | { type: "failed"; step: string | null; told: string; commit: string | null }
  /** Something a person should know, and nothing depends on. */
  | { type: "noted"; step: string | null; told: string };

/** What a planner is asked about. */
export type PlannerMatter = "triage" | "checkpoint" | "template";

/** The ids of one step before and after a revision: where they are numbers, a step above it moves it on. */
export type Kept = { from: string; to: string };

/** What changes between two approvals. */
export type HowEdit = { type: "how"; step: string; how: string } | { type: "decision"; text: string };

/** A change of the plan that waits for a person, and what it would be; without edits, why there is nothing to take. */
export type ProposedChange = { edits: HowEdit[]; told: string[] };

/** A plan as it is from now on, with its text; and who works on it, and in which mode, where that changes with it. */
export type RevisedPlan = { plan: Plan; files: { path: string; text: string }[]; hash: string } & Partial<
  Pick<Run, "agent" | "agents" | "mode">
>;

type OfAttempt = { step: string; attempt: number; leg: number };

/** Why nobody goes on with a run for now. */
export type Halt = "waiting" | "paused" | "stopped" | "done" | "failed" | "cancelled";

export type FailedBecause = "contract" | "hollow" | "agent" | "gave-up" | "timeout";

/**
 * How an agent's session ended; see `ports/agent.ts`. `not-let-in`: only a person can change what kept it from its work, a
 * key that is refused, for example. `not-reached`: it could not be talked to, or could not talk to its model.
 */
export type EndReason =
  | "finished"
  | "asked"
  | "gave-up"
  | "not-let-in"
  | "not-reached"
  | "failed"
  | "aborted"
  | "budget"
  | "silent"
  | "timeout";

/**
 * What a model was asked and has answered, in tokens; `reported` by the agent, or counted on the `wire`. `usd` is what it
 * costs: as the agent itself says, or else by the price of its model, and not there when nobody knows that.
 */
export type Usage = {
  model: string;
  input: number;
  cachedRead: number;
  cachedWrite: number;
  output: number;
  usd?: number;
  source: "wire" | "reported" | "unknown";
};

/** One contract of an attempt, as people are told about it. `log` is the end of what it printed. */
export type ContractResult = {
  command: string;
  conclusion: Conclusion;
  headline: string;
  details: string[];
  milliseconds: number;
  exit: string;
  log: string;
};
