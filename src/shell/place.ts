/** Characters `[start, end)` of a contract's command. */
export type Place = { start: number; end: number };

/** Where a node of some script, perhaps nested in the command's own text, stands in the command. */
export type Frame = (pos: number, end: number) => Place;

export const sameText: Frame = (start, end) => ({ start, end });

/** The frame of a script that is written out letter by letter, beginning at `offset` of the outer one. */
export const movedBy =
  (offset: number, outer: Frame): Frame =>
  (pos, end) =>
    outer(pos + offset, end + offset);

/** The frame of a script whose letters are escaped: all that can be shown is the place it came from. */
export const somewhereIn =
  (place: Place): Frame =>
  () =>
    place;

export const between = (first: Place, last: Place): Place => ({
  start: first.start,
  end: Math.max(first.end, last.end),
});
