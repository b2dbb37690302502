/** Marks counted along a row of places; adding one and counting all before a place take logarithmic time. */
type Tally = {
  add(place: number, amount: number): void;
  /** The sum over places `[0, place)`. */
  before(place: number): number;
};

/** A Fenwick tree: cell `n` holds the sum of the `n & -n` places that end at `n`. */
export function tally(places: number): Tally {
  const sums = new Int32Array(places + 1);
  return {
    add(place, amount) {
      for (let cell = place + 1; cell <= places; cell += cell & -cell) sums[cell] = (sums[cell] ?? 0) + amount;
    },
    before(place) {
      let sum = 0;
      for (let cell = place; cell > 0; cell -= cell & -cell) sum += sums[cell] ?? 0;
      return sum;
    },
  };
}
