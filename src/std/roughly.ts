/** A count as people say it: `950`, `16k`, `1.2M`. */
export function roughly(count: number): string {
  // A number that would be rounded to a thousand of one unit is one of the next.
  const [size, unit] = UNITS.find(([least]) => count >= least * 0.9995) ?? [1, ""];
  const value = count / size;
  return `${unit === "" || value >= 9.95 ? Math.round(value) : Math.round(value * 10) / 10}${unit}`;
}

const UNITS = [
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "k"],
] as const;
