import type { CommitObject, FileChange } from "../../ports/git.ts";
import { finishedFolder, isUnderWay, PLAN_FOLDER, RECEIPTS } from "../../record/plan-artifacts.ts";
import { allowNoReceipts, type Changes } from "./file-changes.ts";
import type { Ledger, Report } from "./ledger.ts";

/**
 * The last commit of a plan takes its files to the folder that keeps them, and nothing else there. Receipts keep their bytes;
 * what the text says is looked at by itself. Earlier versions moved nothing.
 */
export async function allowMoved(
  { input }: Ledger,
  { commit, plan }: { commit: CommitObject; plan: string },
  changes: Changes,
  report: Report,
): Promise<void> {
  const { finished, receipts } = changes;
  if (finished.length === 0) return allowNoReceipts(receipts, report);
  const folder = finishedFolder(plan);
  const left = new Map([...receipts, ...changes.plan].flatMap((each) => (each.after === null ? [moving(each)] : [])));
  const come = new Map(finished.flatMap((each) => (isAdded(each, folder) ? [moving(each)] : [])));
  for (const each of finished) {
    const { path } = each;
    const from = `${PLAN_FOLDER}${path.slice(folder.length)}`;
    if (!isAdded(each, folder))
      report("a plan writes to its own folder of finished plans, once, and to no other", path);
    else if (!left.has(from)) report(`there was no ${from} that could have become this`, path);
    else if (from.startsWith(RECEIPTS) && left.get(from) !== come.get(path)) report(`it is not what ${from} was`, path);
  }
  for (const each of receipts) {
    const to = `${folder}${each.path.slice(PLAN_FOLDER.length)}`;
    if (each.after !== null || !come.has(to)) report("this receipt is not where a finished plan keeps it", each.path);
  }
  const entries = await input.trees.entries(commit.tree);
  for (const { path } of entries) {
    if (isUnderWay(path)) report("it belongs to the plan, and was left behind", path);
  }
}

const isAdded = ({ path, before, after }: FileChange, folder: string): boolean =>
  path.startsWith(`${folder}/`) && before === null && after?.mode === "100644";

/** A path, and what lies or lay there. */
const moving = ({ path, before, after }: FileChange): [string, string | undefined] => [path, (after ?? before)?.id];
