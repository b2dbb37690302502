import type { Hold, TriageClass } from "../plan/progress.ts";
import type { Mode } from "../plan/words.ts";
import type { AnswerValue, Question } from "./question.ts";
import type { HostId, RunId } from "./run.ts";
import type { Tampering } from "./verdict.ts";

/**
 * Everything that happens to a run, in order and without gaps. What the engine knows of a run is what these say together
 * (`engine/fold.ts`); the terminal, `--json` and the page show the same union.
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
  | ({ type: "attempt-started"; agent: string; base: string } & OfAttempt)
  /** The agent, or what it ran, wanted to reach somebody whom it may not; `host` is `name:port`. */
  | ({ type: "host-refused"; host: string } & OfAttempt)
  | ({
      type: "worker-ended";
      reason: EndReason;
      text: string;
      milliseconds: number;
      tree: string;
      usage: Usage[];
    } & OfAttempt)
  | ({ type: "attempt-passed"; contracts: ContractResult[]; warnings: string[] } & OfAttempt)
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
    } & OfAttempt)
  /** Nobody's failure: the host died, or a person stopped the run. */
  | ({ type: "attempt-interrupted"; why: "crashed" | "stopped"; kept: string | null } & OfAttempt)
  | { type: "triaged"; step: string; class: TriageClass; by: string; told: string }
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
      result: string;
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
  | { type: "completed"; commit: string }
  | { type: "failed"; step: string | null; told: string }
  /** Something a person should know, and nothing depends on. */
  | { type: "noted"; step: string | null; told: string };

type OfAttempt = { step: string; attempt: number; leg: number };

/** Why nobody goes on with a run for now. */
export type Halt = "waiting" | "paused" | "stopped" | "done" | "failed" | "cancelled";

export type FailedBecause = "contract" | "hollow" | "agent" | "gave-up" | "timeout";

/** How an agent's session ended; see `ports/agent.ts`. */
export type EndReason = "finished" | "asked" | "gave-up" | "failed" | "aborted" | "budget" | "silent" | "timeout";

/** What a model was asked and has answered, in tokens; `reported` by the agent, or counted on the `wire`. */
export type Usage = {
  model: string;
  input: number;
  cachedRead: number;
  cachedWrite: number;
  output: number;
  source: "wire" | "reported" | "unknown";
};

/** One contract of an attempt, as people are told about it. `log` is the end of what it printed. */
export type ContractResult = {
  command: string;
  conclusion: string;
  headline: string;
  details: string[];
  milliseconds: number;
  exit: string;
  log: string;
};
