import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomFrom } from "../mutation/random.ts";
import { openWorkshop, type Workshop } from "../mutation/workshop.ts";
import { CODE_TEMPLATES } from "./code-templates.ts";
import type { HonestStep } from "./honest-step.ts";
import { TREE_TEMPLATES } from "./tree-templates.ts";

/** Steps of each kind. */
const STEPS = 8;

let workshop: Workshop;
beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop.close());

describe("honest work is believed without a word:", () => {
  test.each([...CODE_TEMPLATES, ...TREE_TEMPLATES])("$name", { timeout: 300_000 }, async ({ make }) => {
    for (let number = 0; number < STEPS; number++) await isBelieved(number, make(randomFrom(number)));
  });
});

async function isBelieved(number: number, { base, changes, step }: HonestStep): Promise<void> {
  const left = await workshop.leave(workshop.commit(base), changes);
  const { restoration, contracts } = await workshop.prove(left, step);
  const { restored, findings, undeclared } = restoration;
  const seen = contracts.map((each) => each.conclusion);
  const log = seen[0] === "proven" ? "" : contracts[0]?.after.log.head;
  expect({ number, step, seen, restored, findings, undeclared, filtered: left.snapshot.filtered, log }).toEqual({
    ...{ number, step, seen: ["proven"], restored: [], findings: [], undeclared: [], filtered: [], log: "" },
  });
}
