import { describe, expect, test } from "vitest";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import { aContract } from "../../plan/a-plan.testkit.ts";
import { invisibleCharacter } from "./invisible-character.ts";
import { saidAbout, type Writing } from "./written-plan.testkit.ts";

const messages = (writing: Writing): string[] =>
  saidAbout(invisibleCharacter, writing).diagnostics.map(({ message }) => message);

describe("says what hides and where", () => {
  test.each<[Writing, string]>([
    [{ command: "npm test\u202e" }, "`U+202E RIGHT-TO-LEFT OVERRIDE` hides in the contract of step `own`"],
    [{ what: "Do\u200b it." }, "`U+200B ZERO WIDTH SPACE` hides in the text of step `own`"],
    [{ path: "src/a\u00ad.ts" }, "`U+00AD SOFT HYPHEN` hides in a path of step `own`"],
    [{ notes: "a\u2060" }, "`U+2060 WORD JOINER` hides here"],
    [{ notes: "a\u{e0041}\u{e0042}\u{e0043}" }, "`U+E0041 TAG` and 2 more beside it hides here"],
    [{ notes: "a\u0001" }, "`U+0001 CONTROL` hides here"],
    [{ notes: "a\ufe0f" }, "`U+FE0F VARIATION SELECTOR` hides here"],
    [{ notes: "a\ud800" }, "`U+D800 LONE SURROGATE` hides here"],
    [{ notes: "a\u034f" }, "`U+034F COMBINING GRAPHEME JOINER` hides here"],
    [{ notes: "a\ufff9" }, "`U+FFF9` hides here"],
  ])("%j", (writing, message) => {
    expect(messages(writing)).toEqual([message]);
  });
});

test("the fix removes it, and a line separator is left to the author", () => {
  const { diagnostics, text } = saidAbout(invisibleCharacter, { notes: "a\u200bb\u2028c\u202ed" });
  expect(diagnostics.map(({ help }) => help)).toEqual([
    undefined,
    "write a line break that everybody can see, or a space",
    undefined,
  ]);
  expect(
    applyEdits(
      text,
      diagnostics.flatMap(({ fix }) => fix?.edits ?? []),
    ),
  ).toMatch(/^ab\u2028cd\n/);
});

test("stops after twenty, the last of which repairs all the rest", () => {
  const { diagnostics, text } = saidAbout(invisibleCharacter, { notes: "a\u200b".repeat(1000) });
  expect(diagnostics).toHaveLength(20);
  expect(diagnostics.at(-1)?.message).toBe("`U+200B ZERO WIDTH SPACE` hides here; 980 more are in this file");
  expect(
    applyEdits(
      text,
      diagnostics.flatMap(({ fix }) => fix?.edits ?? []),
    ),
  ).not.toContain("\u200b");
});

test("finds what an escape of the format put into a value", () => {
  const { diagnostics } = saidAbout(invisibleCharacter, {
    command: '"npm\\u200b test"',
    step: { contracts: [aContract({ command: "npm\u200b test" })] },
  });
  expect(diagnostics).toMatchObject([
    { message: "`U+200B ZERO WIDTH SPACE` hides in the contract of step `own`", help: "take it out" },
  ]);
  expect(diagnostics[0]?.fix).toBeUndefined();
});

test("says nothing about a plain plan", () => {
  expect(messages({ what: "Größe 3–N 👩‍👧", command: "echo ok" })).toEqual([]);
});
