import { readFileSync, rmSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tempFolder } from "../../../../test/temp-folder.ts";
import { MOST } from "./cut-output.ts";
import { openKeptOutputs } from "./kept-outputs.ts";

const shown = (...parts: (string | Uint8Array)[]): string => {
  const output = openKeptOutputs(tempFolder()).begin();
  for (const part of parts) output.add(Buffer.from(part as string));
  return output.text();
};

/** The file that an answer names. */
const named = (text: string): string => readFileSync(/ in (\/\S+)/.exec(text)?.[1] ?? "", "utf8");

test("what is short is shown as it is", () => {
  expect(shown("a\n", "b\n\n", "c")).toBe("a\nb\n\nc");
  expect(shown()).toBe("");
});

test("of what is long the beginning and the end are shown, by lines, and the rest is counted", () => {
  const all = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
  const text = shown(`${all.join("\n")}\n`);
  expect(text.length).toBeLessThanOrEqual(MOST);
  expect(text.length).toBeGreaterThan(MOST * 0.95);
  const lines = text.split("\n");
  const hole = lines.findIndex((line) => line.startsWith("… "));
  const [, left, bytes] = /^… (\d+) lines \((\d+) bytes\) left out; the whole is in \//.exec(lines[hole] ?? "") ?? [];
  expect([...lines.slice(0, hole), ...all.slice(hole, hole + Number(left)), ...lines.slice(hole + 1)]).toEqual(all);
  expect(Number(bytes)).toBe(all.slice(hole, hole + Number(left)).join("\n").length + 1);
  expect(named(text)).toBe(`${all.join("\n")}\n`);
});

test("one line of 100 kB is cut in the middle", () => {
  const text = shown("x".repeat(100_000));
  expect(text).toMatch(/^x{980} … 98040 characters left out … x{980}\n… long lines are cut; the whole is in \/\S+$/);
  expect(named(text)).toBe("x".repeat(100_000));
});

test("one line of 20 MB is cut, and its beginning kept", () => {
  const text = shown(...Array(20).fill("y".repeat(1 << 20)));
  expect(text.length).toBeLessThan(5000);
  expect(text).toMatch(
    /^y+ … \d+ characters left out … y+\n… 0 lines \(\d+ bytes\) left out; the first 4194304 bytes are in /,
  );
});

test("whatever it is, it is never longer than it may be, well-formed and without control characters", () => {
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: "binary", maxLength: 100 }).map((text) => new TextEncoder().encode(text)),
    fc
      .tuple(fc.constantFrom("\n", "\u202e", "a\n", "😀", "\u001b[1m", "\r"), fc.nat(40_000))
      .map(([text, count]) => new TextEncoder().encode(text.repeat(count))),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const text = shown(...parts);
      expect(text.length).toBeLessThanOrEqual(MOST);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toMatch(/[^\P{Cc}\n\t]/u);
    }),
    { numRuns: 60 },
  );
});

test("keeps the latest outputs only, since their place is small", () => {
  const outputs = openKeptOutputs(tempFolder());
  const texts = Array.from({ length: 10 }, () => {
    const output = outputs.begin();
    output.add(Buffer.alloc(30_000, "a\n"));
    return output.text();
  });
  expect(() => named(texts[0] ?? "")).toThrow("ENOENT");
  expect(named(texts[9] ?? "")).toHaveLength(30_000);
});

test("says so when the rest cannot be kept", () => {
  const folder = tempFolder();
  const output = openKeptOutputs(folder).begin();
  output.add(Buffer.alloc(30_000, "a\n"));
  rmSync(folder, { recursive: true });
  expect(output.text()).toMatch(/left out; the rest is lost: no room is left to keep it/);
});
