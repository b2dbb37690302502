import { describe, expect, test } from "vitest";
import { disguisedWords } from "./disguised-words.ts";

const inProse = (text: string): string[] => Array.from(disguisedWords(text, false), ({ word }) => word);
const exactly = (text: string): string[] => Array.from(disguisedWords(text, true), ({ word }) => word);

describe("in prose", () => {
  test.each([
    ["Run the tеst again.", ["tеst"]],
    ["раssword in аdmin", ["раssword", "аdmin"]],
    ["Ρayments", ["Ρayments"]],
    ["gօogle", ["gօogle"]],
    ["Ꭺdmin ｇit 𝐠it ɡit", ["Ꭺdmin", "ｇit", "𝐠it", "ɡit"]],
  ])("%j mixes alphabets", (text, words) => {
    expect(inProse(text)).toEqual(words);
  });

  test.each([
    "10 μm, Δt, π and kα",
    "Он сосо и рост: план готов.",
    "SQL-запрос и commitить",
    "Größe, naïve, İstanbul, Đà Nẵng",
    "ＡＰＩ の設計",
    "資料ＡＢＣ",
    "Ελληνικά και English",
    "5 mℓ",
  ])("%j is as people write", (text) => {
    expect(inProse(text)).toEqual([]);
  });
});

describe("where a machine reads", () => {
  test.each([
    ["сосо", ["сосо"]],
    ["сat а.txt", ["сat", "а"]],
    ["ｇｉｔ push", ["ｇｉｔ"]],
    ["echo kα", ["kα"]],
  ])("%j is in disguise", (text, words) => {
    expect(exactly(text)).toEqual(words);
  });

  test.each(["grep -q 'план с нами' a.md", "документы/рост.md", "grep α a.md", "grep -q 設計 a.md", "echo größe"])(
    "%j is what it seems",
    (text) => {
      expect(exactly(text)).toEqual([]);
    },
  );

  test("a mixed word is found among words of the other language", () => {
    expect(exactly("grep 'план' && nрm test")).toEqual(["nрm"]);
  });
});

test("says how the word reads and which letter is not what it seems", () => {
  expect(Array.from(disguisedWords("a nрm", true))).toEqual([
    { start: 2, end: 5, word: "nрm", reading: "npm", letter: "р", meant: "p" },
  ]);
});

test("long texts are no trouble", () => {
  expect(exactly("а".repeat(1_000_000))).toHaveLength(1);
  expect(inProse("tеst ".repeat(100_000))).toHaveLength(100_000);
});
