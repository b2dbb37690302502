// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell scripts
import { describe, expect, test } from "vitest";
import { parseScript } from "./script.ts";
import { prefixOf, type ShellWord } from "./shell-word.ts";

function wordIn(source: string): ShellWord {
  const word = parseScript(`cmd ${source}`).survey.invocations[0]?.args[0];
  if (word === undefined) throw new Error(`no word in ${source}`);
  return word;
}

describe("knows the text a program will receive", () => {
  test.each([
    ["plain", "plain"],
    ["'single $x'", "single $x"],
    ['"double"', "double"],
    ["a\\ b", "a b"],
    ["$'tab\\t'", "tab\t"],
    ["\"a\"'b'c", "abc"],
    ["''", ""],
    ['"~/x"', "~/x"],
    ["a=b", "a=b"],
  ])("%s", (source, text) => {
    expect(wordIn(source).text).toBe(text);
  });
});

describe("knows what it does not know", () => {
  test.each([
    ["$x", ["variable"]],
    ["${x:-y}/z", ["variable", "text"]],
    ['"$(date)x"', ["substitution", "text"]],
    ["~/x", ["home", "text"]],
    ["~me", ["home"]],
    ["a*", ["text", "pattern"]],
    ["a{b,c}d", ["text", "pattern", "text"]],
    ["$((1+1))", ["substitution"]],
    ["<(x)", ["substitution"]],
  ])("%s", (source, kinds) => {
    const word = wordIn(source);
    expect(word.text).toBeNull();
    expect(word.pieces.map(({ kind }) => kind)).toEqual(kinds);
  });
});

test("remembers which variable and how it is guarded", () => {
  expect(wordIn('"${DIR:?}/x"').pieces).toEqual([
    { kind: "variable", name: "DIR", operator: ":?" },
    { kind: "text", text: "/x" },
  ]);
});

test("knows the certain beginning", () => {
  expect([prefixOf(wordIn("a/$x")), prefixOf(wordIn("$x/a")), prefixOf(wordIn("abc"))]).toEqual(["a/", "", "abc"]);
});

test("knows where its text is written letter by letter", () => {
  const at = (source: string): number | null => wordIn(source).verbatimAt;
  expect([at("abc"), at("'abc'"), at('"abc"'), at('"a\\"c"'), at("a\\ c"), at("'a'b")]).toEqual([
    4,
    5,
    5,
    null,
    null,
    null,
  ]);
});
