import type { Plan } from "../../plan/model.ts";
import type { CommitObject, FileChange } from "../../ports/git.ts";
import { FINISHED, RECEIPTS } from "../../record/plan-artifacts.ts";
import { baseTreeOf, type Ledger, type Report } from "./ledger.ts";

/** What a commit changes, sorted by what it means to an audit. */
/** `finished` are files of finished plans, which belong to no commit but the last of each. */
export type Changes = Record<"code" | "plan" | "receipts" | "finished", FileChange[]>;

export async function changesOf(ledger: Ledger, commit: CommitObject, plan: Plan | null): Promise<Changes> {
  const from = await baseTreeOf(ledger, commit);
  const changes: Changes = { code: [], plan: [], receipts: [], finished: [] };
  const home = plan?.source.path ?? "";
  for (const change of await ledger.input.trees.changes(from, commit.tree))
    changes[meaningOf(change.path, home)].push(change);
  return changes;
}

/** A plan is a file, or the folder that holds it; the top folder itself never counts as one. */
function meaningOf(path: string, home: string): keyof Changes {
  if (path.startsWith(FINISHED)) return "finished";
  if (path.startsWith(RECEIPTS)) return "receipts";
  const folder = home.replace(/\/+$/, "");
  const isOfPlan = folder !== "" && folder !== "." && (path === folder || path.startsWith(`${folder}/`));
  return isOfPlan || path.startsWith(".plan/") ? "plan" : "code";
}

/** For the commits that speak about the plan and never about code. */
export function allowOnlyPlan({ code, receipts, finished }: Changes, report: Report): void {
  allowNoCode(code, report);
  allowNoReceipts(receipts, report);
  allowNoFinished(finished, report);
}

export function allowNoFinished(finished: readonly FileChange[], report: Report): void {
  for (const { path } of finished)
    report("only the last commit of a plan may write here, and only to its folder", path);
}

export function allowNoCode(code: readonly FileChange[], report: Report): void {
  for (const { path } of code) report("only the plan's own files may change in this commit", path);
}

export function allowNoReceipts(receipts: readonly FileChange[], report: Report): void {
  for (const { path, before, after } of receipts) {
    const became = before === null ? "appears" : after === null ? "vanishes" : "changes";
    report(`this receipt ${became} in a commit that accepts no such step`, path);
  }
}
