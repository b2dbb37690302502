import { foldBranch } from "../../dialects/branch/wrap-up.ts";
import { foldThread } from "../../dialects/thread/wrap-up.ts";
import type { DialectId } from "../../plan/words.ts";
import type { Dialect, FileSet } from "../../ports/dialect.ts";
import type { Blob, TreeId, Trees } from "../../ports/git.ts";
import { artifactsIn, finishedFolder } from "../../record/plan-artifacts.ts";
import { planTextAt, withPlanEdits } from "./plan-text.ts";

/** What becomes of a finished plan's text besides its status. A plan of one file says everything already. */
const FOLD: Partial<Record<DialectId, (files: FileSet) => FileSet>> = { branch: foldBranch, thread: foldThread };

/** The same tree with its plan as it stays for good, in the folder of its own that no other plan ever writes to. */
export async function wrapUp(trees: Trees, tree: TreeId, dialect: Dialect, id: string): Promise<TreeId> {
  const done = await withPlanEdits(trees, tree, dialect, [{ type: "plan-status", status: "done" }]);
  return movedToFinished(trees, await folded(trees, done, dialect), id);
}

async function folded(trees: Trees, done: TreeId, dialect: Dialect): Promise<TreeId> {
  const fold = FOLD[dialect.id];
  if (!fold) return done;
  const before = await planTextAt(trees, done);
  const after = fold(before);
  const written = new Map<string, Blob | null>();
  for (const { path, text } of before.files) {
    const kept = after.files.find((file) => file.path === path);
    if (!kept) written.set(path, null);
    else if (kept.text !== text) written.set(path, { mode: "100644", id: await trees.write(Buffer.from(kept.text)) });
  }
  return trees.compose(done, written);
}

/** Every file keeps its bytes, receipts and signatures above all. */
async function movedToFinished(trees: Trees, tree: TreeId, id: string): Promise<TreeId> {
  const { root, text, receipts } = artifactsIn(await trees.entries(tree), null);
  const moves = [...text, ...receipts].flatMap(({ path, mode, id: blob }): [string, Blob | null][] => [
    [path, null],
    [`${finishedFolder(id)}${path.slice(root.length)}`, { mode, id: blob }],
  ]);
  return trees.compose(tree, new Map(moves));
}
