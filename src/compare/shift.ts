/** How a demand moved, and why one can say so. */
export type Shift = { way: "weakened" | "changed" | "strengthened" | "reworded" | "same"; why: string };

/** Several moves as one: the gravest decides, and every one that is a move is told, gravest first. */
export function gravest(shifts: readonly Shift[]): Shift {
  const moves = WAYS.flatMap((way) => shifts.filter((shift) => shift.way === way));
  const [first] = moves;
  if (first === undefined) return { way: "same", why: "is the same" };
  return { way: first.way, why: moves.map(({ why }) => why).join("; it ") };
}

const WAYS = ["weakened", "changed", "strengthened", "reworded"] as const;
