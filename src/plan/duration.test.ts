import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";

describe("parseDuration", () => {
  test.each([
    ["300s", 300],
    ["5m", 300],
    ["5 minutes", 300],
    ["20 minutes", 1200],
    ["60 Minutes", 3600],
    ["1 min", 60],
    ["1.5h", 5400],
    ["2 hrs", 7200],
    ["1 day", 86_400],
    ["500ms", 0.5],
    ["500 milliseconds", 0.5],
    ["30 secs", 30],
    ["1h 30m", 5400],
    ["1h30m", 5400],
    ["1 hour and 30 minutes", 5400],
    ["1 hour, 30 minutes", 5400],
    ["  5m \n", 300],
  ])("reads %j as %d seconds", (text, seconds) => {
    expect(parseDuration(text)).toBeCloseTo(seconds, 9);
  });

  test.each([
    "",
    " ",
    "300",
    "0s",
    "0m 0s",
    "-5m",
    "five minutes",
    "5 months",
    "5 mx",
    "5m,",
    "5m and",
    "5 minutes 30",
    "m",
    "1..5m",
    "1e3s",
    `${"9".repeat(400)}s`,
  ])("does not read %j", (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test("adds its parts up, in whatever unit and spacing they are written", () => {
    const units = fc.constantFrom(["s", 1], ["m", 60], ["h", 3600], ["d", 86_400]);
    const part = fc.tuple(fc.integer({ min: 1, max: 999 }), units, fc.constantFrom("", " "));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), fc.constantFrom(" ", ", ", " and ", ""), (parts, joint) => {
        const text = parts.map(([amount, [unit], gap]) => `${amount}${gap}${unit}`).join(joint);
        const total = parts.reduce((sum, [amount, [, seconds]]) => sum + amount * Number(seconds), 0);
        expect(parseDuration(text)).toBe(total);
      }),
    );
  });

  test("answers any text with a positive number or null", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."1.5 mshd,an") })), (text) => {
        const seconds = parseDuration(text);
        expect(seconds === null || (seconds > 0 && Number.isFinite(seconds))).toBe(true);
      }),
    );
  });
});

test("what is formatted is read back as the same", () => {
  expect([3600, 300, 90, 0.5, 86_400].map(formatDuration)).toEqual(["1h", "5m", "90s", "0.5s", "24h"]);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 1, max: 1e6 }).map((ms) => ms / 1000),
      ),
      (seconds) => {
        expect(parseDuration(formatDuration(seconds))).toBe(seconds);
      },
    ),
  );
});
