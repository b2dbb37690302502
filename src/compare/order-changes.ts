import { executionOrder } from "../plan/graph.ts";
import type { Plan } from "../plan/model.ts";
import type { Change } from "./change.ts";
import type { Matching, Pair } from "./match-steps.ts";
import { count, stepName } from "./spoken.ts";
import { pairSubject } from "./subject.ts";

/** Steps that stand elsewhere among those that stay. One that was only renumbered because of others stands still. */
export function orderChanges(before: Plan, after: Plan, { pairs }: Matching): Change[] {
  const still = standingStill(pairs);
  const moved = pairs.flatMap((pair, index) => (still.has(pair) ? [] : [{ pair, previous: pairs[index - 1] }]));
  if (moved.length === 0) return renumbered(pairs.filter(hasOtherNumber(before, after)));
  const isSame = areCarriedOutAlike(before, after, pairs);
  return moved.map(({ pair, previous }) => ({
    effect: isSame ? "wording" : "changes",
    subject: pairSubject(pair),
    area: "order",
    told: `now stands ${previous === undefined ? "first" : `after ${stepName(previous.after)}`}${isSame ? ", and is carried out in the same order" : ""}`,
    before: pair.from + 1,
    after: pair.to + 1,
  }));
}

/** Another dialect spells every id in another way: there only the numbers count. */
function hasOtherNumber({ source: then }: Plan, { source: now }: Plan): (pair: Pair) => boolean {
  if (then.dialect !== now.dialect) return ({ before, after }) => before.number !== after.number;
  return ({ before, after }) => before.id !== after.id;
}

function renumbered(others: readonly Pair[]): Change[] {
  if (others.length === 0) return [];
  const told = `${count(others.length, "step")} ${others.length === 1 ? "has another number" : "have other numbers"}`;
  return [
    {
      effect: "wording",
      subject: { kind: "plan" },
      area: "order",
      told,
      before: others.map((pair) => pair.before.id),
      after: others.map((pair) => pair.after.id),
    },
  ];
}

/** A longest run of pairs that kept their order (patience sorting): all others have moved. */
function standingStill(pairs: readonly Pair[]): Set<Pair> {
  type Link = { pair: Pair; previous: Link | undefined };
  const piles: Link[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[middle]?.pair.from ?? 0) < pair.from) low = middle + 1;
      else high = middle;
    }
    piles[low] = { pair, previous: piles[low - 1] };
  }
  const still = new Set<Pair>();
  for (let link = piles.at(-1); link !== undefined; link = link.previous) still.add(link.pair);
  return still;
}

/** Dependencies may leave only one order, however the file is sorted. Beside tracks a place means more than that. */
function areCarriedOutAlike(before: Plan, after: Plan, pairs: readonly Pair[]): boolean {
  if ([...before.steps, ...after.steps].some(({ track }) => track !== undefined)) return false;
  const [from, to] = [new Map(pairs.map((pair) => [pair.from, pair])), new Map(pairs.map((pair) => [pair.to, pair]))];
  const then = executionOrder(before).flatMap((position) => from.get(position) ?? []);
  const now = executionOrder(after).flatMap((position) => to.get(position) ?? []);
  return then.every((pair, index) => pair === now[index]);
}
