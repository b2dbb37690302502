import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const FIELDS = ["contract", "target", "timeout", "track", "needs", "how"];

describe("nearest", () => {
  test.each([
    ["a missing letter", "contrct", "contract"],
    ["an extra letter", "contracts", "contract"],
    ["a wrong letter", "targit", "target"],
    ["two swapped letters", "tiemout", "timeout"],
    ["two slips in a long word", "contrakts", "contract"],
    ["another case", "CONTRACT", "contract"],
    ["the word itself", "track", "track"],
    ["one slip in a short word", "hwo", "how"],
  ])("finds the word behind %s", (_what, typed, meant) => {
    expect(nearest(typed, FIELDS)).toBe(meant);
  });

  test.each([
    ["two slips in a short word", "hww!"],
    ["three slips in a long word", "kontrakd"],
    ["a longer word that begins the same", "contractual"],
    ["something else", "dependencies"],
  ])("suggests nothing for %s", (_what, typed) => {
    expect(nearest(typed, FIELDS)).toBeNull();
  });

  test("can be told how many slips to forgive", () => {
    expect(nearest("contrakts", FIELDS, 1)).toBeNull();
    expect(nearest("contrakt", FIELDS, 1)).toBe("contract");
    expect(nearest("Contract", FIELDS, 0)).toBe("contract");
  });

  test("suggests nothing when there is nothing to choose from", () => {
    expect(nearest("contract", [])).toBeNull();
  });

  test("returns the candidate as it is written", () => {
    expect(nearest("readme.md", ["README.md"])).toBe("README.md");
  });

  test("prefers the closer candidate, and the first of two equally close ones", () => {
    expect(nearest("step-11", ["step-22", "step-12"])).toBe("step-12");
    expect(nearest("step-1", ["step-2", "step-3"])).toBe("step-2");
  });

  test("finds any word again after one slip", () => {
    const word = fc.stringMatching(/^[a-z]{3,12}$/);
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom("drop", "double", "replace", "swap"), (meant, seed, slip) => {
        const at = seed % (meant.length - 1);
        expect(nearest(slipped(meant, at, slip), [meant])).toBe(meant);
      }),
    );
  });

  test("suggests only candidates", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (word, candidates) => {
        const found = nearest(word, candidates);
        expect(found === null || candidates.includes(found)).toBe(true);
      }),
    );
  });
});

function slipped(word: string, at: number, slip: "drop" | "double" | "replace" | "swap"): string {
  const before = word.slice(0, at);
  const [first = "", second = ""] = word.slice(at);
  const after = word.slice(at + 2);
  switch (slip) {
    case "drop":
      return before + second + after;
    case "double":
      return before + first + first + second + after;
    case "replace":
      return `${before}#${second}${after}`;
    case "swap":
      return before + second + first + after;
  }
}
