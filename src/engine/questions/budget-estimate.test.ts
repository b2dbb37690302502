import { expect, test } from "vitest";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import type { Spent } from "../../plan/spending.ts";
import { UNKNOWN_SPENT } from "../../plan/spending.ts";
import { accepted, aJournal, opened, passed, started } from "../state/a-journal.testkit.ts";
import type { RunState } from "../state/run-state.ts";
import { stepOf } from "../state/step-run.ts";
import { expectedFor } from "./budget-estimate.ts";

const PLAN = aPlan(["a", "b", "c", "d"]);
const spent = (tokens: number, usd: number, seconds: number): Spent => ({
  tokens: { known: tokens, isWhole: true },
  usd: { known: usd, isWhole: true },
  seconds,
});

/** A run whose steps have cost this; those of `done` are finished. */
function stateWith(costs: Readonly<Record<string, Spent>>, done: readonly string[]): RunState {
  const journal = aJournal();
  const first = { attempt: 1, leg: 1 };
  journal.tell(opened());
  for (const id of done) journal.tell(started(id, first), passed(id, first), accepted(id, 1));
  const state = journal.state();
  state.spending.spent = new Map(Object.entries(costs));
  return state;
}

const expected = (state: RunState, history: { tokens?: number; usd?: number; seconds: number }[] = []) =>
  expectedFor(PLAN, state, stepOf(PLAN, "d"), { history, sizeOf: () => null });

test("what this run has shown counts more than earlier runs", () => {
  const state = stateWith({ a: spent(10, 1, 5), b: spent(30, 3, 7) }, ["a", "b"]);
  const history = Array.from({ length: 3 }, () => ({ tokens: 999, usd: 9, seconds: 99 }));
  expect(expected(state, history)).toEqual({
    next: { tokens: 20, usd: 2, wallClock: 6 },
    rest: { tokens: 40, usd: 4, wallClock: 12 },
    alone: { tokens: 20, usd: 2, wallClock: 6 },
  });
});

test("earlier runs count where this one has shown nothing yet", () => {
  const history = Array.from({ length: 3 }, () => ({ tokens: 999, usd: 9, seconds: 99 }));
  expect(expected(stateWith({}, []), history)).toEqual({
    next: { tokens: 999, usd: 9, wallClock: 99 },
    rest: { tokens: 3996, usd: 36, wallClock: 396 },
    alone: { tokens: 999, usd: 9, wallClock: 99 },
  });
});

test("without either tokens are estimated by size, and neither money nor time is", () => {
  const { next, rest, alone } = expected(stateWith({}, []));
  expect(Object.keys(next)).toEqual(["tokens"]);
  expect(next.tokens).toBeGreaterThan(1000);
  expect(rest).toMatchObject({ tokens: 4 * (next.tokens ?? 0), wallClock: 480 });
  expect(rest).not.toHaveProperty("usd");
  // But whoever is asked for more has to hear of some time.
  expect(alone).toEqual({ ...next, wallClock: 120 });
});

test("a step that has not said all it used is no example for others", () => {
  const history = Array.from({ length: 3 }, () => ({ tokens: 999, usd: 9, seconds: 99 }));
  const { next } = expected(stateWith({ a: { ...UNKNOWN_SPENT, seconds: 4 } }, ["a"]), history);
  expect(next).toEqual({ tokens: 999, usd: 9, wallClock: 4 });
});

test("a step that never ended tells at least what to ask for", () => {
  expect(expected(stateWith({ a: spent(10, 1.5, 5) }, [])).rest.usd).toBe(6);
});
