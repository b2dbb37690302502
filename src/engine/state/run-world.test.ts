import { expect, test } from "vitest";
import { enterWorld, type RunWorld, worldOf } from "./run-world.ts";

test("a run that is hosted here once more has a world of its own, and what was begun before keeps its own", () => {
  const [before, now] = [{}, {}] as RunWorld[];
  if (!before || !now) throw new Error("there are two");
  const leave = enterWorld("one~1", before);
  const leaveNow = enterWorld("one~2", now);
  expect(worldOf("one~1")).toBe(before);
  expect(worldOf("one~2")).toBe(now);
  leave();
  expect(() => worldOf("one~1")).toThrow("the workflow one~1 is not running in this process");
  expect(worldOf("one~2")).toBe(now);
  leaveNow();
});
