import { applyEdits } from "../diagnostics/text-edit.ts";
import type { Dialect, FileSet, PlanEdit } from "../ports/dialect.ts";

/** A plan's text after edits, one by one. Throws where the text has no place for one of them. */
export const editedText = (dialect: Dialect, files: FileSet, edits: readonly PlanEdit[]): FileSet =>
  edits.reduce((now, edit) => edited(dialect, now, edit), files);

function edited(dialect: Dialect, files: FileSet, edit: PlanEdit): FileSet {
  const { edits, renames } = dialect.edit(dialect.parse(files), edit);
  return {
    root: files.root,
    files: files.files.map(({ path, text }) => ({
      path: renames.find(({ from }) => from === path)?.to ?? path,
      text: applyEdits(
        text,
        edits.filter(({ file }) => file === path),
      ),
    })),
  };
}
