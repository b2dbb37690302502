import type { CommitObject } from "../../ports/git.ts";
import { checkAccepted, checkDev } from "./acceptance.ts";
import type { Audit, AuditInput } from "./audit.ts";
import { checkObject } from "./commit-object.ts";
import { finding, type Ledger, newLedger, type Report, reporter } from "./ledger.ts";
import { checkApproved, checkComplete, checkFailed, checkRevised } from "./milestones.ts";
import { judgeSigners } from "./signers.ts";
import { type BranchCommit, walk } from "./walk.ts";

/**
 * Proves a plan's branch with nothing but git objects: from the approval to the tip every commit is one the harness
 * makes, in an order in which it makes them, signed, and says the same as the trees, the plan and the receipts.
 * Never rejects: what is missing or cannot be read is a problem like any other.
 */
export async function auditBranch(input: AuditInput): Promise<Audit> {
  const ledger = newLedger(input);
  const { commits, problems } = await walk(input);
  for (const each of commits) await checkCommit(ledger, each);
  if (ledger.open) {
    const { commit, message } = ledger.open;
    ledger.remarks.push(finding(`step ${message.step} is committed, and not accepted yet`, commit.id));
  }
  const last = commits.at(-1);
  if (last?.message.kind === "failed") {
    const why = (last.message.said ?? []).join(" ");
    ledger.remarks.push(finding(`the plan failed${why === "" ? "" : `: ${why}`}`, last.commit.id));
  }
  const signed = judgeSigners(ledger);
  const found = [...problems, ...ledger.problems, ...signed.problems];
  return {
    verdict: found.length > 0 ? "broken" : signed.isKnown ? "proven" : "consistent",
    isComplete: ledger.isComplete,
    approval: ledger.approval,
    steps: ledger.steps,
    signers: signed.signers,
    problems: found,
    remarks: [...signed.remarks, ...ledger.remarks],
  };
}

async function checkCommit(ledger: Ledger, { commit, message }: BranchCommit): Promise<void> {
  const report = reporter(ledger, commit);
  ledger.trees.set(commit.id, commit.tree);
  checkObject(ledger, commit, report);
  if (commit.parents.length > 1) report("it merges another branch; its second parent is not proven by anything");
  if (ledger.isComplete) report("it comes after `plan complete`");
  try {
    await checkMeaning(ledger, commit, message, report);
  } catch (error) {
    report(`something of it is missing or cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function checkMeaning(
  ledger: Ledger,
  commit: CommitObject,
  message: BranchCommit["message"],
  report: Report,
): Promise<void> | void {
  switch (message.kind) {
    case "approved":
      return checkApproved(ledger, commit, message, report);
    case "dev":
      return checkDev(ledger, commit, message, report);
    case "accepted":
      return checkAccepted(ledger, commit, message, report);
    case "revised":
      return checkRevised(ledger, commit, message, report);
    case "failed":
      return checkFailed(ledger, commit, message, report);
    case "complete":
      return checkComplete(ledger, commit, message, report);
    case "malformed":
      return report(`its message is not one of Planwright's: ${message.why}`);
    case "other":
      return report("it is none of the commits that Planwright makes");
  }
}
