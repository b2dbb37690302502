import { expect, test } from "vitest";
import { printedText, readableText } from "./readable-text.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a file's text keeps its tabs and lines, and shows what hides in it", () => {
  expect(readableText(bytes("\ufeffif (a) {\r\n\tb();\u202e // \u200b\u0007é 😀\r\n}"))).toBe(
    "if (a) {\n\tb();<U+202E> // <U+200B>␇é 😀\n}",
  );
  expect(readableText(Uint8Array.of(97, 0xff, 0xc3, 98))).toBe("a��b");
});

test("what a program prints has no colours, and only the last of what it wrote over", () => {
  expect(printedText(bytes("\u001b[31mred\u001b[0m\n10 %\r50 %\r100 %\r\n\u001b]0;title\u0007a\u0008b"))).toBe(
    "red\n100 %\na␈b",
  );
});
