/** Chance that can be played again: the same seed always makes the same choices. */
export type Chance = {
  /** A whole number from 0 to `below` − 1. */
  under(below: number): number;
  pick<T>(all: readonly [T, ...T[]] | readonly T[]): T;
  /** True once in `times`. */
  onceIn(times: number): boolean;
};

/** One sequence for each seed and run, so that a single run can be played without those before it. */
export function chanceOf(seed: number, run: number): Chance {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(run + 1, 0xc2b2ae35)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const under = (below: number): number => Math.floor(next() * below);
  return {
    under,
    pick: (all) => all[under(all.length)] as (typeof all)[number],
    onceIn: (times) => under(times) === 0,
  };
}
