/**
 * The candidate a typo most likely meant, or null when nothing is close enough to suggest: one slip away in a short
 * word, two in a long one, unless the caller says how many. Upper and lower case are the same.
 */
export function nearest(word: string, candidates: Iterable<string>, slips = tolerance(word)): string | null {
  // Nobody mistypes a word of this length, and the comparison is quadratic.
  if (word === "" || word.length > LONGEST) return null;
  const typed = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(typed, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return bestDistance <= slips ? best : null;
}

const LONGEST = 64;

function tolerance(word: string): number {
  return word.length <= 4 ? 1 : 2;
}

/** Damerau-Levenshtein with adjacent swaps, capped: words that differ a lot in length are never near. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

const at = (row: number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
