import { expect, test } from "vitest";
import { firstLineAsTitle } from "./first-line-title.ts";

test("the first sentence of the first line is the title", () => {
  expect(firstLineAsTitle("Sweep the floor. Then rest.\nSlowly.")).toBe("Sweep the floor");
  expect(firstLineAsTitle("Use v1.2 now!\n")).toBe("Use v1.2 now!");
  expect(firstLineAsTitle("")).toBe("");
});

test("a long one is cut, though never through a character", () => {
  for (let lead = 60; lead < 75; lead++) {
    const title = firstLineAsTitle(`${"a".repeat(lead)}${"😀".repeat(20)}`);
    expect(title.isWellFormed()).toBe(true);
    expect(title.length).toBeLessThanOrEqual(72);
    expect(title.endsWith("…")).toBe(true);
  }
});
