import { expect, test } from "vitest";
import { estimator } from "./estimate.ts";

test("tokens are guessed by bytes, and better after a report", () => {
  const { learn, tokensOf } = estimator();
  expect(tokensOf(1001)).toBe(251);
  learn(3000, 1000);
  expect(tokensOf(900)).toBe(300);
});

test("a report that cannot be true teaches little", () => {
  const { learn, tokensOf } = estimator();
  learn(10, 9);
  learn(10_000, 0);
  expect(tokensOf(400)).toBe(100);
  learn(10_000, 1_000_000);
  expect(tokensOf(400)).toBe(400);
});
