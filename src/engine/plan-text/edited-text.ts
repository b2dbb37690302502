import { isDeepStrictEqual } from "node:util";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import type { Dialect, FileSet, Parsed, PlanEdit } from "../../ports/dialect.ts";

/**
 * A plan's text after edits, one by one; a file that none of them changes is the same object afterwards. Throws where the
 * text has no place for one of them.
 */
export const editedText = (dialect: Dialect, files: FileSet, edits: readonly PlanEdit[]): FileSet =>
  edits.reduce((now, edit) => edited(dialect, now, edit), files);

function edited(dialect: Dialect, text: FileSet, edit: PlanEdit): FileSet {
  const read = readText(dialect, text);
  // Most plans are in progress already when a step of theirs is accepted.
  if (edit.type === "plan-status" && edit.status === read.plan.status) return text;
  const { edits, renames, after } = dialect.edit(read, edit);
  const files = text.files.map((before) => {
    const own = edits.filter(({ file }) => file === before.path);
    const path = renames.find(({ from }) => from === before.path)?.to ?? before.path;
    return own.length === 0 && path === before.path ? before : { path, text: applyEdits(before.text, own) };
  });
  const now = { root: text.root, files };
  // What is edited next is most likely what has come of this, and a dialect that takes in every file has read it just now.
  if (after.sources.length === files.length) remember(dialect, { text: now, plan: after });
  return now;
}

/** Reads a plan's text. The last few are remembered, for reading takes longer than editing. */
export function readText(dialect: Dialect, text: FileSet): Parsed {
  const known = lastRead.get(dialect)?.find((read) => isDeepStrictEqual(read.text, text));
  const read = known ?? { text, plan: dialect.parse(text) };
  remember(dialect, read);
  return read.plan;
}

type Read = { text: FileSet; plan: Parsed };

function remember(dialect: Dialect, read: Read): void {
  const others = (lastRead.get(dialect) ?? []).filter((each) => each !== read);
  lastRead.set(dialect, [read, ...others].slice(0, MOST_REMEMBERED));
}

/** In a work tree a step is active, and on the branch it is not: both are read again and again, and what becomes of them. */
const MOST_REMEMBERED = 3;

const lastRead = new WeakMap<Dialect, readonly Read[]>();
