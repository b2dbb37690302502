import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { allEnded } from "./all-ended.ts";

test("gives what each has come to", async () => {
  expect(await allEnded([Promise.resolve(1), "two", null])).toEqual([1, "two", null]);
});

test("throws a failure only when the others have ended", async () => {
  let hasEnded = false;
  const slow = sleep(20).then(() => {
    hasEnded = true;
  });
  await expect(allEnded([Promise.reject(new Error("no")), slow])).rejects.toThrow("no");
  expect(hasEnded).toBe(true);
});
