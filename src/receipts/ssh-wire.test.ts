import { expect, test } from "vitest";
import { asStrings, fromBase64, stringsIn, unsigned } from "./ssh-wire.ts";

test("strings are read back as they were written, empty ones too", () => {
  const parts = ["ssh-ed25519", "", "\0", "é"];
  expect(stringsIn(asStrings(...parts))?.map(String)).toEqual(parts);
  expect(stringsIn(Buffer.of())).toEqual([]);
});

test("bytes that are no row of strings are none", () => {
  const row = asStrings("a", "b");
  for (const bytes of [
    row.subarray(0, -1),
    row.subarray(0, 7),
    Buffer.concat([row, Buffer.of(0)]),
    Buffer.concat([row, Buffer.of(0, 0, 0)]),
    Buffer.of(0xff, 0xff, 0xff, 0xff, 1),
  ])
    expect(stringsIn(bytes)).toBeNull();
});

test.each<[string, number[], number[] | null]>([
  ["small", [0x7f], [0x7f]],
  ["large", [0, 0x80, 1], [0x80, 1]],
  ["negative", [0x80], null],
  ["negative and long", [0xff, 0x01], null],
  ["with a zero that nothing asks for", [0, 0x7f], null],
  ["zero", [0], null],
  ["empty", [], null],
])("a number: %s", (_, bytes, expected) => {
  expect(unsigned(Buffer.from(bytes))).toEqual(expected === null ? null : Buffer.from(expected));
});

test.each([
  ["YQ==", "a"],
  ["YWI=", "ab"],
  ["", ""],
])("base64 is read in its one spelling: %j", (text, expected) => {
  expect(fromBase64(text)?.toString()).toBe(expected);
});

test.each(["YQ", "YQ=", "YR==", "YQ==\n", " YQ==", "YQ==YQ==", "Y-_=", "é"])(
  "base64 has no other spelling: %j",
  (text) => {
    expect(fromBase64(text)).toBeNull();
  },
);
