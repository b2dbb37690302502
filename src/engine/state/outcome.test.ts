import { expect, test } from "vitest";
import { WORK } from "../../record/run.ts";
import { keysOf } from "./outcome.ts";

const KEY = { step: "a", attempt: 2, leg: 1 };

test("the first round of work has the keys that older journals know it by, and another round has its own", () => {
  const known = { begun: "begun/a/2/1", worked: "worked/a/2/1", outcome: "outcome/a/2/1", spent: "work/a/2/1" };
  expect([keysOf(KEY), keysOf({ ...KEY, ...WORK })]).toEqual([known, known]);
  expect(keysOf({ ...KEY, ...WORK, round: 2 }).outcome).toBe("outcome/a/work.2/2/1");
});
