/** Whether one letter too many, too few, wrong or swapped with its neighbour is all that tells two words apart. */
export function isOneSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  const isSwap = left.length === 2 && left === [...right].reverse().join("");
  return isSwap || Math.max(left.length, right.length) === 1;
}
