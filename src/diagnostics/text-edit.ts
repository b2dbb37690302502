/** Replace `[start, end)` of `file` with `text`. */
export type TextEdit = { file: string; start: number; end: number; text: string };

/** Several edits that only make sense together. */
type Group = { edits: readonly TextEdit[] };

/** The text after edits of one file that do not overlap; every byte outside them stays as it is. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const edit of [...edits].sort(byPlace)) {
    if (edit.start < copied) throw new Error(`edits overlap at offset ${edit.start} of ${edit.file}`);
    pieces.push(text.slice(copied, edit.start), edit.text);
    copied = edit.end;
  }
  pieces.push(text.slice(copied));
  return pieces.join("");
}

/** The groups that can be applied in one go, first come first served; an identical edit is kept once. */
export function withoutOverlap<T extends Group>(groups: readonly T[]): T[] {
  const taken: TextEdit[] = [];
  return groups.filter((group) => {
    if (group.edits.some((edit) => taken.some((other) => overlaps(edit, other)))) return false;
    taken.push(...group.edits);
    return true;
  });
}

const byPlace = (a: TextEdit, b: TextEdit): number => a.start - b.start || a.end - b.end;

/** Two insertions at one place overlap too: their order would be a guess. */
const overlaps = (a: TextEdit, b: TextEdit): boolean =>
  a.file === b.file && (a.start === b.start || (a.start < b.end && b.start < a.end));
