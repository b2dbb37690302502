import { expect, test } from "vitest";
import { useOf } from "./use-of.ts";

const textOf = (...content: unknown[]): string => useOf({ content }).text;
const text = (said: unknown): object => ({ type: "text", text: said });

test("parts that are text are joined, and the others are named", () => {
  expect(
    textOf(
      text("a"),
      text("b\n"),
      { type: "image", mimeType: "image/png", data: "AAAA" },
      { type: "audio", data: "AAAAAAAA" },
      { type: "resource_link", uri: "file:///a" },
      { type: "resource", resource: { uri: "file:///b", text: "of b" } },
      { type: "resource", resource: { uri: "file:///c", mimeType: "image/png", blob: "AAAA" } },
      { type: "hologram" },
      text(5),
      null,
    ),
  ).toMatchInlineSnapshot(`
    "a
    b

    [image: image/png, 3 bytes]
    [audio: unknown, 6 bytes]
    [link: file:///a]
    of b
    [image/png: file:///c]
    [hologram]

    [unknown]"
  `);
});

test("data counts where nothing else is said", () => {
  expect(useOf({ content: [], structuredContent: { a: [1] } }).text).toBe('{"a":[1]}');
  expect(useOf({ content: [text("a")], structuredContent: { a: 1 } }).text).toBe("a");
  expect(textOf()).toBe("(nothing)");
});

test("data that is nested too deeply is only named", () => {
  const deep = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
  expect(useOf({ structuredContent: deep }).text).toBe("[nested too deeply]");
});

test("only the beginning and the end of a long text are shown", () => {
  const shown = textOf(text(`begin${"x".repeat(3_000_000)}end`));
  expect(shown.length).toBeLessThanOrEqual(16_000);
  expect(shown).toMatch(/^beginx+\n\[… 2984108 characters are left out …\]\nx+end$/);
  expect(textOf(text("x".repeat(16_000)))).toBe("x".repeat(16_000));
});

test("nothing invisible gets through, but tabs and line breaks do", () => {
  expect(textOf(text("a\tb\r\nc\u202ed\u001b[31m"))).toBe("a\tb\nc<U+202E>d␛[31m");
});
