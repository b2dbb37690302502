import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visibleText } from "./visible-text.ts";

describe("visibleText", () => {
  test.each([
    ["control characters as pictures", "\u001b[31mred\u0007\0", "␛[31mred␇␀"],
    ["delete", "a\u007fb", "a␡b"],
    ["line breaks and tabs, so that the result is one line", "a\r\n\tb", "a␍␊␉b"],
    ["the one-byte escape introducer", "\u009b31m", "<U+009B>31m"],
    ["direction overrides and isolates", "a\u202eb\u2066c", "a<U+202E>b<U+2066>c"],
    ["zero-width characters", "a\u200bb\u200cc\u200dd\u2060", "a<U+200B>b<U+200C>c<U+200D>d<U+2060>"],
    ["a byte order mark", "\ufeffa", "<U+FEFF>a"],
    ["a soft hyphen", "a\u00adb", "a<U+00AD>b"],
    ["separators that some programs take for line breaks", "a\u2028b\u2029c", "a<U+2028>b<U+2029>c"],
    ["fillers that look like spaces", "a\u3164b", "a<U+3164>b"],
    ["annotations that nobody prints", "a\ufff9b", "a<U+FFF9>b"],
    ["half of a surrogate pair", "a\ud83d", "a<U+D83D>"],
    ["tags that hide a message", "a\u{e0041}\u{e0042}", "a<U+E0041><U+E0042>"],
    ["a variation selector that varies nothing", "a\ufe0f\ufe0e", "a<U+FE0F><U+FE0E>"],
  ])("shows %s", (_what, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  test.each([
    "",
    "plan",
    "Größe",
    "計画 e\u0301",
    "👩‍👧 🏳️‍🌈 ❤️ 1️⃣ 🇩🇪 👍🏽",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ])("leaves %j alone", (text) => {
    expect(visibleText(text)).toBe(text);
  });

  test("shows a joiner that joins no emoji, next to one that does", () => {
    expect(visibleText("👩‍👧\u200dx\u202e")).toBe("👩‍👧<U+200D>x<U+202E>");
  });

  test("never lets a control character, a direction override or half a pair through", () => {
    const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(hiddenUnit, fc.constantFrom("👩‍👧", "a", "計")) }),
        (text) => !unsafe.test(visibleText(text)),
      ),
    );
  });

  test("says the same about a text that is already visible", () => {
    fc.assert(
      fc.property(fc.string({ unit: hiddenUnit }), (text) => visibleText(visibleText(text)) === visibleText(text)),
    );
  });
});

const hiddenUnit = fc.oneof(
  fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0x2000, max: 0x206f }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
  fc.constantFrom("\ufeff", "\ufe0f", "\u200d", "\u{e0041}", "\u0301"),
);
