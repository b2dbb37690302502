import { type TakenPlaces, takenPlaces } from "./taken-places.ts";

/** Replace `[start, end)` of `file` with `text`. */
export type TextEdit = { file: string; start: number; end: number; text: string };

/** Several edits that only make sense together. */
type Group = { edits: readonly TextEdit[] };

/** The text after edits of one file that do not overlap; every byte outside them stays as it is. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const edit of [...edits].sort(byPlace)) {
    if (edit.end < edit.start) throw new Error(`an edit of ${edit.file} ends before it starts`);
    if (edit.start < copied) throw new Error(`edits overlap at offset ${edit.start} of ${edit.file}`);
    pieces.push(text.slice(copied, edit.start), edit.text);
    copied = edit.end;
  }
  pieces.push(text.slice(copied));
  return pieces.join("");
}

const byPlace = (a: TextEdit, b: TextEdit): number => a.start - b.start || a.end - b.end;

/**
 * The groups that can be applied in one go, first come first served; an identical edit is kept once.
 * A group whose own edits overlap can never be applied and is left out.
 */
export function withoutOverlap<T extends Group>(groups: readonly T[]): T[] {
  const byFile = Map.groupBy(
    groups.flatMap(({ edits }) => edits),
    ({ file }) => file,
  );
  const taken = new Map(Array.from(byFile, ([file, edits]) => [file, takenPlaces(edits)]));
  return groups.filter(({ edits }) => takeAll(taken, edits));
}

/** All or nothing: an edit that does not fit gives back what its group took before it. */
function takeAll(taken: ReadonlyMap<string, TakenPlaces>, edits: readonly TextEdit[]): boolean {
  for (const [index, edit] of edits.entries()) {
    if (taken.get(edit.file)?.overlaps(edit)) {
      for (const earlier of edits.slice(0, index)) taken.get(earlier.file)?.giveBack(earlier);
      return false;
    }
    taken.get(edit.file)?.take(edit);
  }
  return true;
}
