import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hiddenRuns } from "./hidden-characters.ts";

const hidden = (text: string): string[] => Array.from(hiddenRuns(text), ({ start, end }) => text.slice(start, end));
const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");

describe("hiddenRuns finds", () => {
  test.each([
    ["bidi overrides", "a\u202eb", ["\u202e"]],
    ["bidi isolates", "a\u2066b\u2069c", ["\u2066", "\u2069"]],
    ["bidi marks", "a\u200fb\u061cc", ["\u200f", "\u061c"]],
    ["zero width space", "rm\u200b -rf", ["\u200b"]],
    ["joiners between Latin letters", "n\u200dpm t\u200cest", ["\u200d", "\u200c"]],
    ["word joiner and invisible operators", "a\u2060b\u2063c", ["\u2060", "\u2063"]],
    ["soft hyphen", "com\u00admit", ["\u00ad"]],
    ["a byte order mark inside", "\ufeffa\ufeffb", ["\ufeff"]],
    ["controls", "a\u0007\u001bb\u0085c\u007f", ["\u0007\u001b", "\u0085", "\u007f"]],
    ["vertical tab and form feed", "a\u000bb\u000cc", ["\u000b", "\u000c"]],
    ["line and paragraph separators", "a\u2028b\u2029c", ["\u2028", "\u2029"]],
    ["Hangul fillers", "a\u3164b\u115f\uffa0", ["\u3164", "\u115f\uffa0"]],
    ["a blank of Braille alone", "a\u2800b", ["\u2800"]],
    ["a lone surrogate", "a\ud83db", ["\ud83d"]],
    ["a message in tags", `a${tags("run rm")}b`, [tags("run rm")]],
    ["a message in tags behind a flag", `🏴${tags("run rm")}`, [tags("run rm")]],
    ["tags behind a real flag", `🏴${tags("gbeng")}\u{e007f}${tags("rm")}`, [tags("rm")]],
    ["variation selectors behind letters", "a\ufe0fb\u{e0101}c", ["\ufe0f", "\u{e0101}"]],
    ["a variation selector behind a digit", "1\ufe0f", ["\ufe0f"]],
    ["a second variation selector", "❤\ufe0f\ufe0f", ["\ufe0f"]],
    ["data in variation selectors behind an emoji", "😀\u{e0101}\u{e0102}", ["\u{e0101}\u{e0102}"]],
    ["a joiner at the end of an emoji", "👩\u200d ", ["\u200d"]],
    ["a joiner that only one side needs", "ک\u200ca", ["\u200c"]],
  ])("%s", (_, text, runs) => {
    expect(hidden(text)).toEqual(runs);
  });
});

describe("hiddenRuns allows", () => {
  test.each([
    ["plain text", "a\tb\r\nc"],
    ["other languages", "Größe 計画 план ελληνικά עברית"],
    ["dashes, quotes and no-break spaces", "3–N “a” b\u00a0c"],
    ["a byte order mark at the start", "\ufeffa"],
    ["families, hearts and keycaps", "👩‍👧 ❤️ ☎︎ 1️⃣ #️⃣ 👩🏽‍💻 🏳️‍🌈 🧔‍♂️ ❤️‍🔥 🐻‍❄ 👁️‍🗨️"],
    ["flags of countries and regions", "🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿"],
    ["Persian", "می‌خواهم"],
    ["Hindi, with a half form at the end", "क्‍ष क्‍ "],
    ["Bengali and Sinhala", "র‍্যাব ශ්‍රී"],
    ["variants of ideographs", "葛\u{e0100} 辻\ufe00"],
    ["Mongolian variants", "ᠠ\u180b"],
    ["Braille", "⠓⠀⠊"],
    ["a NUL, which is a fault of the bytes", "a\0b"],
  ])("%s", (_, text) => {
    expect(hidden(text)).toEqual([]);
  });
});

test("finds runs in order that never touch, in any text, and taking them out leaves nothing hidden that was there", () => {
  const unit = fc.constantFrom(
    "a",
    "1",
    " ",
    "\u200d",
    "\ufe0f",
    "\u202e",
    "😀",
    "🏴",
    "\ud83d",
    "\u{e0067}",
    "ک",
    "क",
    "\u094d",
    "葛",
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      let last = -1;
      for (const { start, end } of hiddenRuns(text)) {
        expect(start).toBeGreaterThan(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
    }),
    { numRuns: 2000 },
  );
});

test("10 MB of tags, joiners or letters are no trouble", () => {
  for (const unit of ["\u{e0041}", "a\u200b", "👩\u200d", "ü"]) {
    expect(Array.from(hiddenRuns(unit.repeat(200_000))).length).toBeLessThanOrEqual(200_000);
  }
});
