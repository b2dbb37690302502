import type { Plan } from "../../plan/model.ts";
import type { CommitId, History, TreeId, Trees } from "../../ports/git.ts";
import type { StepOutcome } from "../../record/step-outcome.ts";

/** Everything an audit may look at: git objects, and what the caller brings. Nothing of it comes from a database. */
export type AuditInput = {
  history: History;
  trees: Trees;
  tip: CommitId;
  /** The commit on which the plan must have been approved; null when any will do. */
  base: CommitId | null;
  /** The text of an `allowed_signers` file that does not come from the audited branch; null when there is none. */
  signers: string | null;
  /** A later text of that file: who is not allowed there any more does not count. */
  signersLater?: string | null;
  /** The key of the machine that audits: what it has signed, nobody else has. */
  ownKey?: string | null;
  /** The plan as a tree holds it, a finished one by its id; null when it holds none that can be read. */
  planAt: (tree: TreeId, id: string | null) => Promise<Plan | null>;
};

/**
 * - `proven`: everything agrees, and every signature is by somebody the caller knows, or by this very machine
 * - `consistent`: everything agrees, and all signatures are by one key that nobody knows
 * - `broken`: something does not agree; `problems` says what, oldest commit first
 */
export type Audit = {
  verdict: "proven" | "consistent" | "broken";
  /** Whether the branch ends with `plan complete`. */
  isComplete: boolean;
  /** What was approved last; null when no approval could be read. */
  approval: Approval | null;
  /** In the order in which they were accepted. */
  steps: AuditedStep[];
  signers: AuditedSigner[];
  problems: Problem[];
  /** True and harmless, but a reader should know. */
  remarks: Problem[];
};

export type Approval = { commit: CommitId; plan: string; hash: string; by: string };

export type AuditedStep = {
  id: string;
  number: number;
  title: string;
  attempt: number;
  devCommit: CommitId;
  /** Null where the commits of the plan are not to be had. */
  acceptedCommit: CommitId | null;
  /** Path of the receipt. */
  receipt: string;
  acceptedBy: "contract" | "eye";
  /** What it has come to; receipts of version 1 do not say. */
  outcome?: StepOutcome;
};

/** `identity` is null for a key that nobody has named. */
export type AuditedSigner = {
  publicKey: string;
  identity: string | null;
  /** It is the key of this machine. */
  isOwn?: true;
  signatures: number;
};

/** `commit` is null for what concerns no single commit, `file` for what concerns no single file. */
export type Problem = { commit: CommitId | null; file: string | null; what: string };
