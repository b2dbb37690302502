import type { Plan, Step } from "../../plan/model.ts";
import type { CommitId, CommitObject, TreeId } from "../../ports/git.ts";
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
  isComplete: boolean;
  /** Trees of the commits that were already looked at. */
  trees: Map<CommitId, TreeId>;
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
  isComplete: false,
  trees: new Map(),
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

/** The tree that a commit was made on. */
export async function baseTreeOf({ input, trees }: Ledger, { parents: [parent] }: CommitObject): Promise<TreeId> {
  if (parent === undefined) return input.trees.emptyTree;
  return trees.get(parent) ?? input.trees.treeOf(parent);
}

export const stepNumbered = ({ plan }: Ledger, number: number): Step | undefined =>
  plan?.steps.find((step) => step.number === number && step.template === undefined);
