/** Stands for any number of items, none included. */
export const ANY = Symbol("any");

/**
 * Whether some sequence fits both patterns. An item is a value or `ANY`; `fits` says whether two values can be one.
 * The time is the product of the lengths, whatever the patterns: nothing is tried twice.
 */
export function sequencesMeet<T>(
  a: readonly (T | typeof ANY)[],
  b: readonly (T | typeof ANY)[],
  fits: (x: T, y: T) => boolean,
): boolean {
  // row[j]: what was read of `a` so far meets the first j items of `b`.
  let row = [true];
  for (const [j, y] of b.entries()) row.push(y === ANY && row[j] === true);
  for (const x of a) {
    const next = [x === ANY && row[0] === true];
    for (const [j, y] of b.entries()) {
      const met = x === ANY || y === ANY ? row[j + 1] || next[j] : row[j] && fits(x, y);
      next.push(met === true);
    }
    row = next;
  }
  return row.at(-1) === true;
}
