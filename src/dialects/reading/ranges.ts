/** Ranges of one paragraph are in order and do not overlap, so one is found without looking at all of them. */
type Range = { from: number; to: number };

export function covers(ranges: readonly Range[], at: number): boolean {
  const range = ranges[countBefore(ranges, at + 1) - 1];
  return range !== undefined && at < range.to;
}

/** The ranges that lie wholly between `from` and `to`. */
export function rangesWithin<R extends Range>(ranges: readonly R[], from: number, to: number): R[] {
  return ranges.slice(countBefore(ranges, from), countBefore(ranges, to)).filter((range) => range.to <= to);
}

/** How many ranges begin before `place`. */
function countBefore(ranges: readonly Range[], place: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.from ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
