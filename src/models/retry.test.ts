import { describe, expect, test } from "vitest";
import { comeBackIn } from "./come-back-in.ts";
import type { Trouble } from "./failure-of.ts";
import { pauseAfter } from "./retry.ts";

const trouble = (more: Partial<Trouble> = {}): Trouble => {
  return { failure: "overloaded", why: "", isWorthAnother: true, comeBackIn: null, isOverTemperature: false, ...more };
};
const pauses = (random: number) =>
  [1, 2, 3, 4, 5].map((times) => pauseAfter(trouble(), { times, waited: 0 }, () => random));

describe("the pause before the next try", () => {
  test("doubles, with some chance in it, and there are five tries", () => {
    expect(pauses(1)).toEqual([1000, 2000, 4000, 8000, null]);
    expect(pauses(0)).toEqual([500, 1000, 2000, 4000, null]);
  });

  test("is what the provider asks for, as long as all pauses stay under two minutes", () => {
    expect(pauseAfter(trouble({ comeBackIn: 40_000 }), { times: 1, waited: 0 })).toBe(40_000);
    expect(pauseAfter(trouble({ comeBackIn: 40_000 }), { times: 3, waited: 80_001 })).toBeNull();
  });

  test("is our own where the provider asks for none", () => {
    expect(pauseAfter(trouble({ comeBackIn: 0 }), { times: 2, waited: 0 }, () => 1)).toBe(2000);
  });

  test("never comes where it would not help", () => {
    expect(pauseAfter(trouble({ isWorthAnother: false }), { times: 1, waited: 0 })).toBeNull();
    expect(pauseAfter(trouble({ failure: "malformed" }), { times: 2, waited: 0 })).toBeNull();
  });
});

describe("what a provider asks for", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  test.each([
    [{ "retry-after": "7" }, "", 7000],
    [{ "retry-after": "0.5" }, "", 500],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" }, "", 9000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, "", 0],
    [{ "retry-after-ms": "20", "retry-after": "7" }, "", 20],
    [{ "retry-after-ms": " ", "retry-after": "7" }, "", 7000],
    [{ "retry-after": "soon" }, "", null],
    [{}, '{"error":{"details":[{"retryDelay": "34.5s"}]}}', 34_500],
    [{}, "", null],
  ])("%j %s is %s", (headers, body, expected) => {
    expect(comeBackIn(headers as Record<string, string>, body, now)).toBe(expected);
  });
});
