import type { Plan, Step } from "../plan/model.ts";
import { contractKey } from "./contract-key.ts";

/** A step of the earlier plan and the same step in the later one, with their positions. */
export type Pair = { before: Step; after: Step; from: number; to: number };

/** Which step became which. Pairs stand in the order of the later plan; the rest are positions in their own plan. */
export type Matching = { pairs: Pair[]; removed: number[]; added: number[] };

/**
 * Finds each step again. Ids are positions in some dialects, so an id alone proves little: what a step says counts
 * first. Every pass pairs what is left by one key, so the time grows with the plans and not with their product.
 */
export function matchSteps(before: Plan, after: Plan): Matching {
  const idOf = before.source.dialect === after.source.dialect ? ownId : numberAsId;
  const sides: Sides = { before: before.steps, after: after.steps, of: new Map(), taken: new Set() };
  // Where titles repeat, the step that says exactly the same is the better partner than the one at the same place.
  pair(sides, (step) => keyOf(idOf(step), titleOf(step), step.what, contractsOf(step)));
  pair(sides, (step) => keyOf(titleOf(step), step.what, contractsOf(step)));
  pair(sides, (step) => keyOf(idOf(step), titleOf(step)));
  pair(sides, (step) => (titleOf(step) === "" ? null : titleOf(step)));
  pairUnique(sides, (step) => (step.what.trim() === "" ? null : step.what.trim()));
  pairUnique(sides, ownContract(before.steps, after.steps));
  pairUnique(sides, idOf, isSimilar);
  return matchingOf(sides);
}

const ownId = (step: Step): string => step.id;
const numberAsId = (step: Step): string => String(step.number);
const titleOf = (step: Step): string => step.title.trim().replace(/\s+/g, " ").toLowerCase();
const contractsOf = (step: Step): string[] => step.contracts.map(contractKey);
const keyOf = (...values: unknown[]): string => JSON.stringify(values);

/** A step's contract, when no other step of its plan has the same: `npm test` tells nothing about who asks for it. */
function ownContract(...plans: (readonly Step[])[]): (step: Step) => string | null {
  const shared = new Set(
    plans.flatMap((steps) => {
      const byKey = Map.groupBy(steps, (step) => keyOf(contractsOf(step)));
      return [...byKey].flatMap(([key, bearers]) => (bearers.length > 1 ? [key] : []));
    }),
  );
  return (step) => {
    const key = keyOf(contractsOf(step));
    return step.contracts.length === 0 || shared.has(key) ? null : key;
  };
}

/** `of`: the position in the later plan that each position in the earlier one was paired with. */
type Sides = {
  before: readonly Step[];
  after: readonly Step[];
  of: Map<number, number>;
  taken: Set<number>;
};

/** Steps with one key are paired in their order. */
function pair(sides: Sides, key: (step: Step) => string | null): void {
  const open = openByKey(sides, key);
  for (const { from, to } of open.values()) {
    for (const [index, position] of from.entries()) {
      const partner = to[index];
      if (partner !== undefined) join(sides, position, partner);
    }
  }
}

/** Only a key that one step on each side has left. */
function pairUnique(
  sides: Sides,
  key: (step: Step) => string | null,
  agree: (before: Step, after: Step) => boolean = () => true,
): void {
  for (const { from, to } of openByKey(sides, key).values()) {
    const [position, partner] = [from[0], to[0]];
    if (position === undefined || partner === undefined || from.length > 1 || to.length > 1) continue;
    const [before, after] = [sides.before[position], sides.after[partner]];
    if (before !== undefined && after !== undefined && agree(before, after)) join(sides, position, partner);
  }
}

type Open = Map<string, { from: number[]; to: number[] }>;

function openByKey({ before, after, of, taken }: Sides, key: (step: Step) => string | null): Open {
  const open: Open = new Map();
  const at = (step: Step): { from: number[]; to: number[] } | null => {
    const name = key(step);
    if (name === null) return null;
    const found = open.get(name) ?? { from: [], to: [] };
    open.set(name, found);
    return found;
  };
  for (const [position, step] of before.entries()) if (!of.has(position)) at(step)?.from.push(position);
  for (const [position, step] of after.entries()) if (!taken.has(position)) at(step)?.to.push(position);
  return open;
}

function join({ of, taken }: Sides, from: number, to: number): void {
  of.set(from, to);
  taken.add(to);
}

/** Shares at least this part of all words with its partner. */
const ENOUGH = 0.3;

function isSimilar(before: Step, after: Step): boolean {
  const [ours, theirs] = [wordsOf(before), wordsOf(after)];
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  const all = ours.size + theirs.size - shared;
  return all > 0 && shared / all >= ENOUGH;
}

function wordsOf({ title, what, contracts, files }: Step): Set<string> {
  const paths = [...files.change, ...files.add, ...files.delete, ...files.mustNotTouch].map(({ path }) => path);
  const text = [title, what, ...contracts.map(({ command }) => command), ...paths].join(" ");
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
}

function matchingOf({ before, after, of, taken }: Sides): Matching {
  const pairs = [...of].flatMap(([from, to]) => {
    const [earlier, later] = [before[from], after[to]];
    return earlier === undefined || later === undefined ? [] : [{ before: earlier, after: later, from, to }];
  });
  return {
    pairs: pairs.sort((a, b) => a.to - b.to),
    removed: [...before.keys()].filter((position) => !of.has(position)),
    added: [...after.keys()].filter((position) => !taken.has(position)),
  };
}
