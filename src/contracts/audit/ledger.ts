import type { Plan, Step } from "../../plan/model.ts";
import type { BlobId, CommitId, CommitObject } from "../../ports/git.ts";
import type { CommitMessage } from "../../record/commit-message.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Approval, AuditedStep, AuditInput, Problem } from "./audit.ts";

/** What an audit knows after some of the commits: the plan as it was approved, how far it has come, what was wrong. */
export type Ledger = {
  input: AuditInput;
  approval: Approval | null;
  plan: Plan | null;
  steps: AuditedStep[];
  /** The dev commit that waits for its acceptance. */
  open: { commit: CommitObject; message: Of<"dev"> } | null;
  /** Receipt files and signatures, by path. */
  receipts: Map<string, BlobId>;
  isComplete: boolean;
  seals: Seal[];
  problems: Problem[];
  remarks: Problem[];
};

export type Of<Kind extends CommitMessage["kind"]> = Extract<CommitMessage, { kind: Kind }>;

/** A signature that is valid, and the key that made it. */
export type Seal = { commit: CommitId; file: string | null; publicKey: string; namespace: string; time: Date };

export const newLedger = (input: AuditInput): Ledger => ({
  input,
  approval: null,
  plan: null,
  steps: [],
  open: null,
  receipts: new Map(),
  isComplete: false,
  seals: [],
  problems: [],
  remarks: [],
});

/** Names and texts come from the audited branch, so they are shown and never obeyed by a terminal. */
export const finding = (what: string, commit: CommitId | null, file: string | null = null): Problem => ({
  commit,
  file: file === null ? null : visibleText(file),
  what: visibleText(what),
});

/** Reports under one commit. */
export const reporter =
  (ledger: Ledger, { id }: CommitObject) =>
  (what: string, file: string | null = null): void => {
    ledger.problems.push(finding(what, id, file));
  };
export type Report = ReturnType<typeof reporter>;

export const stepNumbered = ({ plan }: Ledger, number: number): Step | undefined =>
  plan?.steps.find((step) => step.number === number && step.template === undefined);
