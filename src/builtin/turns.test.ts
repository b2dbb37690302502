import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { takingTurns } from "./turns.ts";

test("one that must be alone comes after all before it, and before all after it", async () => {
  const { together, alone } = takingTurns();
  const story: string[] = [];
  const work = (name: string, milliseconds: number) => async () => {
    story.push(`${name} begins`);
    await sleep(milliseconds);
    story.push(`${name} ends`);
  };
  await Promise.all([together(work("a", 20)), together(work("b", 5)), alone(work("c", 5)), together(work("d", 1))]);
  expect(story).toEqual(["a begins", "b begins", "b ends", "a ends", "c begins", "c ends", "d begins", "d ends"]);
});

test("whoever fails keeps nobody waiting", async () => {
  const { together, alone } = takingTurns();
  const fail = () => Promise.reject(new Error("no"));
  const all = await Promise.allSettled([together(fail), alone(fail), alone(async () => 1), together(async () => 2)]);
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled", "fulfilled"]);
});
