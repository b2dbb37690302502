import { expect, test } from "vitest";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import { WORK } from "../../record/run.ts";
import type { RunFact } from "../../record/run-event.ts";
import { aRun } from "../../store/a-run.testkit.ts";
import { accept } from "../branch/accept.ts";
import { complete } from "../branch/complete.ts";
import { tellFailure } from "../branch/fail.ts";
import { closeCrashed } from "../work/close-attempt.ts";
import { accepted, aJournal, failed, opened, passed, started, triaged } from "./a-journal.testkit.ts";
import { keysOf } from "./outcome.ts";
import type { RunWorld } from "./run-world.ts";

/**
 * A turn is saved before it is taken, and a person may decide otherwise in between. Each world here has a journal and
 * nothing else: whoever went on would fall over what is missing.
 */

const FIRST = { attempt: 1, leg: 1 };

function after(...facts: RunFact[]) {
  const journal = aJournal();
  journal.tell(opened(), ...facts);
  const plan = aPlan(["a", "b"], { mode: "autonomous", onFail: { kind: "abort" } } as Parameters<typeof aPlan>[1]);
  const run = aRun("one", { plan, mode: "autonomous" });
  const before = journal.state().seq;
  const world = { run, lease: { host: "h", epoch: 1 }, store: { journal }, step: {} } as unknown as RunWorld;
  return { journal, world, added: async () => (await journal.read("one", before)).map(({ type }) => type) };
}

const done = (step: string): RunFact[] => [started(step, FIRST), passed(step, FIRST), accepted(step, 1)];
const undone: RunFact = { type: "step-undone", steps: ["b"], by: "ann", to: "accepted a", kept: "kept" };

test("a plan is not completed when one of its steps was undone meanwhile", async () => {
  const { world, added } = after(...done("a"), ...done("b"), undone);
  await complete(world);
  expect(await added()).toEqual([]);
});

test("a plan is not failed when its step is to be tried again meanwhile", async () => {
  const given = [...done("a"), started("b", FIRST), failed("b", FIRST), triaged("b", 3)];
  const { world, added } = after(...given, { type: "step-retried", step: "b", by: "ann", note: "" });
  await tellFailure(world, { step: "b", told: "it gave up" }, null);
  expect(await added()).toEqual([]);
});

test("a step is not accepted when the run was cancelled meanwhile", async () => {
  const { world, added } = after(started("a", FIRST), passed("a", FIRST), { type: "cancelled", by: "ann" });
  await accept(world, "a");
  expect(await added()).toEqual([]);
});

test("an attempt that is closed already is not looked at again, since its folder is on its way to the next", async () => {
  const { world, journal, added } = after(started("a", FIRST));
  const key = { run: "one", step: "a", ...WORK, ...FIRST };
  const outcome = { verdict: { is: "interrupted", why: "crashed" } };
  const find = async (_run: string, asked: string) => (asked === keysOf(key).outcome ? outcome : undefined);
  const known = { ...world, store: { journal: { ...journal, find } } } as unknown as RunWorld;
  expect(await closeCrashed(known, key)).toBe("interrupted");
  expect(await added()).toEqual([]);
});
