import { tally } from "../std/tally.ts";

/** `[start, end)` of the file; empty for an insertion. */
type Stretch = { start: number; end: number };

/** Which places of one file are spoken for. */
export type TakenPlaces = {
  overlaps(edit: Stretch): boolean;
  take(edit: Stretch): void;
  giveBack(edit: Stretch): void;
};

/**
 * Answers for these edits of one file, and only for them: knowing them all beforehand is what makes each answer
 * quick. Nothing overlaps when as many stretches have begun before the end of an edit as have ended by its start.
 */
export function takenPlaces(edits: readonly Stretch[]): TakenPlaces {
  const rankOf = ranks(edits);
  const begun = tally(rankOf.size);
  const ended = tally(rankOf.size);

  function count(edit: Stretch, amount: 1 | -1): void {
    begun.add(rankOf.get(startOf(edit)) ?? 0, amount);
    ended.add(rankOf.get(endOf(edit)) ?? 0, amount);
  }

  return {
    overlaps: (edit) => begun.before(rankOf.get(endOf(edit)) ?? 0) > ended.before((rankOf.get(startOf(edit)) ?? 0) + 1),
    take: (edit) => count(edit, 1),
    giveBack: (edit) => count(edit, -1),
  };
}

/**
 * Offsets count double here, so that an insertion has a size: it occupies the point before its character.
 * Two insertions at one place overlap, because their order would be a guess; so does one with a replacement
 * that begins there, but not with one that ends there.
 */
const startOf = ({ start }: Stretch): number => 2 * start;
const endOf = ({ start, end }: Stretch): number => Math.max(2 * end, 2 * start + 1);

function ranks(edits: readonly Stretch[]): Map<number, number> {
  const bounds = new Set(edits.flatMap((edit) => [startOf(edit), endOf(edit)]));
  return new Map([...bounds].sort((a, b) => a - b).map((bound, rank) => [bound, rank]));
}
