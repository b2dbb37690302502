/** What is in the first list more often than in the second, the last ones of each kind first to go. */
export function more<T>(these: readonly T[], those: readonly T[], keyOf: (item: T) => string): T[] {
  const left = new Map<string, number>();
  for (const item of those) left.set(keyOf(item), (left.get(keyOf(item)) ?? 0) + 1);
  return these.filter((item) => {
    const count = left.get(keyOf(item)) ?? 0;
    if (count > 0) left.set(keyOf(item), count - 1);
    return count === 0;
  });
}
