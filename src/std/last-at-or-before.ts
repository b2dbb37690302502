/** The index of the last item whose place is not beyond `limit`, in items ordered by place; 0 when all are beyond. */
export function lastAtOrBefore<T>(ordered: readonly T[], limit: number, placeOf: (item: T) => number): number {
  let low = 0;
  let high = ordered.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const item = ordered[middle];
    if (item !== undefined && placeOf(item) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
