import { isDeepStrictEqual } from "node:util";
import { applyEdits } from "../diagnostics/text-edit.ts";
import type { Dialect, FileSet, Parsed, PlanEdit } from "../ports/dialect.ts";
import type { Blob, TreeId, Trees } from "../ports/git.ts";
import { decodeUtf8 } from "../std/decode-utf8.ts";
import { editedText } from "./edited-text.ts";

/** Where a branch keeps its plan. */
const PLAN_FOLDER = ".plan";

/** The text of a branch's plan, as a tree has it. */
export async function planTextAt(trees: Trees, tree: TreeId): Promise<FileSet> {
  const entries = (await trees.entries(tree)).filter(({ path, mode }) => isPlanText(path) && mode.startsWith("100"));
  const texts = await trees.read(entries.map(({ id }) => id));
  const files = entries.flatMap(({ path }, index) => {
    const bytes = texts[index];
    return bytes === undefined ? [] : [{ path, text: decodeUtf8(bytes).text }];
  });
  return { root: PLAN_FOLDER, files };
}

/** Receipts and what else lies below are no text of the plan; the tasks of a thread are. */
const isPlanText = (path: string): boolean => /^\.plan\/(?:tasks\/)?[^/]+\.(?:md|markdown|json)$/i.test(path);

/** The files of a tree's plan that edits would change, as they would be. The edits rename none. */
export async function editedPlanText(
  trees: Trees,
  tree: TreeId,
  dialect: Dialect,
  edits: readonly PlanEdit[],
): Promise<{ path: string; text: string }[]> {
  const before = await planTextAt(trees, tree);
  const after = editedText(dialect, before, edits);
  return after.files.filter(({ text }, index) => text !== before.files[index]?.text);
}

/** The same tree with its plan edited: what an earlier step has written there stays. */
export async function withPlanEdit(trees: Trees, tree: TreeId, dialect: Dialect, edit: PlanEdit): Promise<TreeId> {
  const text = await planTextAt(trees, tree);
  const { edits, renames, after } = dialect.edit(parsed(dialect, text), edit);
  const written = new Map<string, Blob | null>(renames.map(({ from }) => [from, null]));
  const files = text.files.map((before) => {
    const own = edits.filter(({ file }) => file === before.path);
    const path = renames.find(({ from }) => from === before.path)?.to ?? before.path;
    return own.length === 0 && path === before.path ? before : { path, text: applyEdits(before.text, own) };
  });
  for (const file of files.filter((each) => !text.files.includes(each))) {
    written.set(file.path, { mode: "100644", id: await trees.write(Buffer.from(file.text)) });
  }
  // What is edited next is most likely what has come of this, and a dialect that takes in every file has read it just now.
  if (after.sources.length === files.length) lastRead.set(dialect, { text: { ...text, files }, plan: after });
  return trees.compose(tree, written);
}

/** Reads a tree's plan beforehand, while nobody waits for it: most likely it is what is edited next. */
export async function readPlanAhead(trees: Trees, tree: TreeId, dialect: Dialect): Promise<void> {
  parsed(dialect, await planTextAt(trees, tree));
}

/** The last text is remembered, for reading it takes longer than editing it. */
function parsed(dialect: Dialect, text: FileSet): Parsed {
  const known = lastRead.get(dialect);
  const read = known && isDeepStrictEqual(known.text, text) ? known : { text, plan: dialect.parse(text) };
  lastRead.set(dialect, read);
  return read.plan;
}

const lastRead = new WeakMap<Dialect, { text: FileSet; plan: Parsed }>();
