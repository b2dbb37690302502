import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spanWithin } from "../reading/source-text.ts";
import { type JsonValue, type Scan, scanJson } from "./scan.ts";

const scan = (text: string): Scan => scanJson({ path: "plan.json", text }, 0);

function readJson(text: string): JsonValue {
  const scanned = scan(text);
  if (scanned.type === "broken") throw new Error(scanned.fault.message);
  return scanned.value;
}

/** As `JSON.parse` would have it, but that numbers and booleans are as they are spelt and CR is a line break too. */
function plain(value: JsonValue): unknown {
  if (value.type === "text") return value.isNull ? null : value.text.value;
  if (value.type === "list") return value.items.map(plain);
  return value.members.map(({ name, value: inner }) => [name, plain(inner)]);
}

function expected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).map(([name, inner]) => [name, expected(inner)]);
  if (value === null) return null;
  return typeof value === "string" ? value.replace(/\r\n?/g, "\n") : JSON.stringify(value);
}

describe("scanJson", () => {
  test("reads whatever JSON.stringify writes", () => {
    const short = fc.string({ unit: "binary", maxLength: 10 });
    const name = fc.stringMatching(/^[a-z_ ]{0,8}$/);
    const { value: json } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(short, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(name, tie("value"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(plain(readJson(text))).toEqual(expected(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  test("fails for whatever JSON.parse fails for, but for a comma behind the last entry", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      "1",
      "-",
      "0",
      ".5",
      "e9",
      "true",
      " ",
      "\n",
      "'",
      "\\u0041",
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const scanned = scan(text);
        const isWhole = scanned.type === "value" && text.slice(scanned.end).trim() === "";
        expect(isWhole && scanned.commas.length === 0).toBe(parses(text));
      }),
      { numRuns: 3000 },
    );
  });

  test("finds every character of a text again", () => {
    const text = String.raw`{"a": "one \"two\"\n\r\nthree\u0021 \\ü"}`;
    const map = readJson(text);
    const field = map.type === "map" ? map.fields[0] : undefined;
    if (field?.value.type !== "text") throw new Error("no text");
    const found = (word: string): string => {
      const at = field.value.type === "text" ? field.value.text.value.indexOf(word) : -1;
      const { start, end } = spanWithin(field.value.type === "text" ? field.value.text : never(), at, at + word.length);
      return text.slice(start, end);
    };
    expect(field.value.text.value).toBe('one "two"\n\nthree! \\ü');
    expect(found("one")).toBe("one");
    expect(found('"two"')).toBe(String.raw`\"two\"`);
    expect(found("two")).toBe("two");
    expect(found("\n\n")).toBe(String.raw`\n\r\n`);
    expect(found("three!")).toBe(String.raw`three\u0021`);
    expect(found("\\ü")).toBe(String.raw`\\ü`);
    expect(text.slice(field.value.span.start - 1, field.value.span.end + 1)).toBe(text.slice(6, -1));
    expect(text.slice(field.key.start, field.key.end)).toBe("a");
  });

  test("takes null for a field that is not there, and a name's second use for none", () => {
    const scanned = scan('{"a": null, "b": 1, "b": 2, "__proto__": 3, "constructor": 4, "x": {"c": 1, "c": null}}');
    const map = scanned.type === "value" && scanned.value.type === "map" ? scanned.value : never();
    expect(map.fields.map(({ name }) => name)).toEqual(["b", "__proto__", "constructor", "x"]);
    expect(map.members).toHaveLength(6);
    expect(scanned.twice.map(({ name, key }) => [name, key.start])).toEqual([
      ["b", 21],
      ["c", 77],
    ]);
  });

  test.each([
    ['{"a": 1,}', "", "commas 7"],
    ["{'a': 1}", "'", "`'` opens no text in JSON"],
    ["{“a”: 1}", "“", "`“` opens no text in JSON"],
    ["{a: 1}", "a", "`a` stands without quotes"],
    ['{"a" 1}', "", "a colon is missing behind `a`"],
    ['{"a": 1 "b": 2}', "", "a comma is missing here"],
    ['{"a": [{} {}]}', "", "a comma is missing here"],
    ['{"a": "say "hi" now"}', '"', "the text ends here, in the middle of it"],
    ['{"a": 1, // why\n "b": 2}', "//", "a comment stands here, and JSON has none"],
    ['{"a": 1 /* why */}', "/*", "a comment stands here, and JSON has none"],
    ['{# why\n"a": 1}', "#", "a comment stands here, and JSON has none"],
    ['{"a": NaN}', "NaN", "`NaN` is no value in JSON"],
    ['{"a": None}', "None", "`None` is no value in JSON"],
    ['{"a": 01}', "01", "`01` is no value in JSON"],
    ['{"a": +1}', "+1", "`+1` is no value in JSON"],
    ['{"a": }', "}", "a value is missing here"],
    ['{"a": 1,, "b": 2}', ",", "a comma stands here without an entry before it"],
    ['{"a": [1}', "}", "a list is closed by `}`"],
    ['{"a": 1]', "]", "an object is closed by `]`"],
    ['{"a": "b\nc"}', '"b', "this text is not closed on its line"],
    ['{"a": "b', '"b', "this text is not closed on its line"],
    ['{"a": "b\tc"}', "\t", "a tab stands inside a text"],
    ['{"a": "b\0c"}', "\0", "the control character U+0000 stands here"],
    ['{"a": "C:\\dir"}', "\\d", "`\\d` means nothing in JSON"],
    ['{"a": "\\u12"}', "\\u", "`\\u` means nothing in JSON"],
    ['{"a": "\\', "\\", "this backslash escapes nothing"],
    ['{"a": \u00a01}', "\u00a0", "the character U+00A0 has no place here"],
    ['{"a": 😀}', "😀", "`😀` has no place here"],
    ['{"a": {"b": 1}', "{", "this object is never closed"],
    ['{"a": [1, 2', "[", "this list is never closed"],
    ['{"a": ', "{", "this object is never closed"],
    ['{"a"', "", "a colon is missing behind `a`"],
    ["{", "{", "this object is never closed"],
  ])("says what is wrong with %j", (text, place, message) => {
    const scanned = scan(text);
    if (scanned.type === "value") return expect(`commas ${scanned.commas}`).toBe(message);
    expect(scanned.fault.message).toBe(message);
    expect(text.slice(scanned.fault.start, scanned.fault.end)).toBe(place);
  });

  test("goes no deeper than 200 levels", () => {
    expect(scan(`${"[".repeat(200)}${"]".repeat(200)}`).type).toBe("value");
    expect(scan("[".repeat(100_000))).toMatchObject({ type: "broken", fault: { start: 200 } });
    expect(scan('{"a":'.repeat(100_000))).toMatchObject({ type: "broken", fault: { start: 1000 } });
  });

  test.each([
    ["one text of 10 MB", '["', "x", '"]', "value"],
    ["10 MB of escapes", '["', "\\n", '"]', "value"],
    ["10 MB of numbers", "[1", ",1", "]", "broken"],
    ["10 MB of blanks", "[", " ", "]", "value"],
    ["a word of 10 MB", "[", "x", "]", "broken"],
    ["a number of 10 MB", "[", "1", "]", "value"],
    ["a text of 10 MB that is never closed", '["', "x", "", "broken"],
  ])("reads %s", (_, head, middle, tail, type) => {
    expect(scan(head + middle.repeat(10_000_000 / middle.length) + tail).type).toBe(type);
  });

  test("cuts a name that no message could show", () => {
    const map = readJson(`{"${"x".repeat(1000)}": 1, "a\\nb\`": 2}`);
    expect(map.type === "map" && map.fields.map(({ name }) => name)).toEqual([`${"x".repeat(59)}…`, "a b "]);
  });

  test("keeps a surrogate that stands alone", () => {
    expect(plain(readJson('["\\ud800", "\\ude00\\ud83d"]'))).toEqual(["\ud800", "\ude00\ud83d"]);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function never(): never {
  throw new Error("not what was scanned");
}
