/** The same numbers for the same start, on every machine. */
export type Random = {
  /** From 0 up to, and without, `end`. */
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
};

export function randomFrom(start: number): Random {
  let state = (start * 2_654_435_761) >>> 0;
  // Mulberry32: 32 bits of state are plenty for choosing among a few dozen things.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
  };
}
