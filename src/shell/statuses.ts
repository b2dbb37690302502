/** The exit statuses something may end with: a set when we know them all, `any` when we do not. */
export type Statuses = ReadonlySet<number> | "any";

export const NEVER: Statuses = new Set();
export const SUCCESS: Statuses = new Set([0]);
export const FAILURE: Statuses = new Set([1]);

export function either(a: Statuses, b: Statuses): Statuses {
  if (a === "any" || b === "any") return "any";
  if (a === b || b.size === 0) return a;
  return a.size === 0 ? b : new Set([...a, ...b]);
}

/** The part of them that is a success. */
export const successesOf = (statuses: Statuses): Statuses => (statuses === "any" || statuses.has(0) ? SUCCESS : NEVER);

/** The part of them that is a failure. Of `any` it is `any`: one status too many is safe, one too few is not. */
export const failuresOf = (statuses: Statuses): Statuses =>
  statuses === "any" ? "any" : new Set([...statuses].filter((status) => status !== 0));

export function negated(statuses: Statuses): Statuses {
  if (statuses === "any") return new Set([0, 1]);
  return either(
    isPossible(successesOf(statuses)) ? FAILURE : NEVER,
    isPossible(failuresOf(statuses)) ? SUCCESS : NEVER,
  );
}

export const isPossible = (statuses: Statuses): boolean => statuses === "any" || statuses.size > 0;

export const isCertain = (statuses: Statuses, status: number): boolean =>
  statuses !== "any" && statuses.size === 1 && statuses.has(status);
