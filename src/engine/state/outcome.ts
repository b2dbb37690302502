import type { Hold } from "../../plan/progress.ts";
import type { AskedOf } from "../../ports/agent.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import type { Proof } from "../../record/receipt.ts";
import { type AttemptKey, WORK, type WorkItem } from "../../record/run.ts";
import type { ContractResult, EndReason, FailedBecause, Usage } from "../../record/run-event.ts";
import type { StepOutcome } from "../../record/step-outcome.ts";
import type { Tampering } from "../../record/verdict.ts";

/** How an agent's work ended, kept so that it is not lost when the process is. */
export type Worked =
  /** Somebody else has decided otherwise meanwhile: there is nothing to do. */
  | { status: "stale" }
  /** The process that had begun is gone, and nobody knows how the work ended. */
  | { status: "crashed"; base: CommitId }
  | {
      status: "worked";
      base: CommitId;
      tree: TreeId;
      agent: string;
      reason: EndReason;
      text: string;
      question: string | null;
      /** The question in its parts; older work has none. */
      asks?: AskedOf;
      places: Tampering[];
      ignored: string[];
      /** What the next leg of the attempt goes on with, where its agent can. */
      resume?: string;
      /** Why what was left cannot be taken; `tree` is that of the base then. */
      unfit?: string;
      item: WorkItem;
    };

/** Everything later decisions need to know about an attempt; kept under its key in the journal. */
export type Outcome = {
  base: CommitId;
  tree: TreeId | null;
  agent: string;
  text: string;
  question: string | null;
  asks?: AskedOf;
  contracts: ContractResult[];
  proof: Proof | null;
  /** Judges that were changed without being announced, and that count once a person allows it. Older work has none. */
  changed?: string[];
  /** What a person should know and nobody is asked about. */
  noted?: string[];
  /**
   * What the attempt changed, as far as people and the next worker are shown it. Null for work that passed, which is
   * seldom shown: `diffOf` knows it.
   */
  diff: string | null;
  verdict: OutcomeVerdict;
};

export type OutcomeVerdict =
  | { is: "passed"; outcome: StepOutcome; warnings: string[] }
  | { is: "failed"; reason: FailedBecause; told: string }
  | { is: "held"; over: Hold; told: string; places: Tampering[]; usage?: Usage[] }
  /** `usage` is what the ledger has of work whose end nobody saw. */
  | { is: "interrupted"; why: "crashed" | "stopped"; usage?: Usage[] };

/** The first round of work has the names that attempts had before there were others. */
function named({ step, attempt, leg, ...rest }: AttemptOf): string {
  const { phase, round } = { ...WORK, ...rest };
  return phase === WORK.phase && round === WORK.round
    ? `${step}/${attempt}/${leg}`
    : `${step}/${phase}.${round}/${attempt}/${leg}`;
}

/** Where nothing else is said, it is about the first round of work. */
type AttemptOf = Pick<AttemptKey, "step" | "attempt" | "leg"> & Partial<Pick<AttemptKey, "phase" | "round">>;

/** The journal's keys for what happens once in each leg of an attempt. */
export const keysOf = (key: AttemptOf) => ({
  begun: `begun/${named(key)}`,
  worked: `worked/${named(key)}`,
  outcome: `outcome/${named(key)}`,
  /** In the ledger. */
  spent: `work/${named(key)}`,
});
