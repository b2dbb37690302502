import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeUtf8 } from "./decode-utf8.ts";

const bytesOf = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...new TextEncoder().encode(part)])));

describe("decodeUtf8", () => {
  test("decodes text without faults", () => {
    expect(decodeUtf8(bytesOf("Größe 計画 👍\r\n"))).toEqual({ text: "Größe 計画 👍\r\n", faults: [] });
  });

  test("decodes nothing to nothing", () => {
    expect(decodeUtf8(new Uint8Array())).toEqual({ text: "", faults: [] });
  });

  test("keeps a byte order mark, in good text and in bad", () => {
    expect(decodeUtf8(bytesOf("\ufeffa")).text).toBe("\ufeffa");
    expect(decodeUtf8(bytesOf("\ufeffa", 0xff))).toEqual({
      text: "\ufeffa\ufffd",
      faults: [{ kind: "invalid", offset: 2, length: 1, bytes: "ff" }],
    });
  });

  test("counts offsets in UTF-16 units of the text, not in bytes", () => {
    expect(decodeUtf8(bytesOf("ä👍", 0xe9, "x")).faults).toEqual([
      { kind: "invalid", offset: 3, length: 1, bytes: "e9" },
    ]);
  });

  test("reports a cut-off character once, with all its bytes", () => {
    expect(decodeUtf8(bytesOf("a", 0xf0, 0x9f, 0x91))).toEqual({
      text: "a\ufffd",
      faults: [{ kind: "invalid", offset: 1, length: 1, bytes: "f0 9f 91" }],
    });
  });

  test.each([
    ["an overlong form", [0xc0, 0xaf]],
    ["an overlong form of three bytes", [0xe0, 0x80, 0xaf]],
    ["an encoded surrogate", [0xed, 0xa0, 0x80]],
    ["a character above U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
    ["an overlong form of four bytes", [0xf0, 0x80, 0x80, 0xaf]],
    ["a lead that does not exist", [0xf5, 0x80, 0x80, 0x80]],
  ])("refuses %s byte by byte", (_what, bytes) => {
    const { text, faults } = decodeUtf8(Uint8Array.from(bytes));
    expect(text).toBe("\ufffd".repeat(bytes.length));
    expect(faults.map(({ offset }) => offset)).toEqual([...bytes.keys()]);
  });

  test("reports NUL, which is valid UTF-8 and yet no text", () => {
    expect(decodeUtf8(bytesOf("é\0b"))).toEqual({
      text: "é\0b",
      faults: [{ kind: "nul", offset: 1, length: 1, bytes: "00" }],
    });
  });

  test("does not take a replacement character that somebody wrote for a fault", () => {
    expect(decodeUtf8(bytesOf("\ufffd")).faults).toEqual([]);
  });

  test("stops after twenty faults", () => {
    expect(decodeUtf8(new Uint8Array(1000).fill(0xff)).faults).toHaveLength(20);
  });

  test("agrees with the platform about every fault, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), fc.array(trickyByte, { maxLength: 20 }), (random, tricky) => {
        for (const bytes of [random, Uint8Array.from(tricky)]) {
          const { text, faults } = decodeUtf8(bytes);
          expect(text).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
          expect(faults).toEqual(faultsByReencoding(bytes, text));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("decodes 10 MB of garbage", () => {
    const garbage = Uint8Array.from({ length: 10_000_000 }, (_, at) => (at * 2_654_435_761) >>> 24);
    expect(decodeUtf8(garbage).faults).toHaveLength(20);
  });
});

/** Leads, continuations and their borders, so that almost-valid sequences are common. */
const trickyByte = fc.constantFrom(
  0,
  0x61,
  0x7f,
  0x80,
  0x8f,
  0x90,
  0x9f,
  0xa0,
  0xbf,
  0xc1,
  0xc2,
  0xdf,
  0xe0,
  0xe2,
  0xed,
  0xef,
  0xf0,
  0xf3,
  0xf4,
  0xf5,
);

/** Walks the decoded text and the bytes side by side: what does not encode back to its bytes was replaced. */
function faultsByReencoding(bytes: Uint8Array, text: string) {
  const faults = [];
  let at = 0;
  let offset = 0;
  const starts = (sequence: Uint8Array): boolean => sequence.every((byte, index) => bytes[at + index] === byte);
  for (const character of text) {
    const encoded = new TextEncoder().encode(character);
    if (starts(encoded)) {
      if (character === "\0") faults.push({ kind: "nul", offset, length: 1, bytes: "00" });
      at += encoded.length;
    } else {
      const rest = text.slice(offset + 1);
      let size = 1;
      while (new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(at + size)) !== rest) size++;
      faults.push({
        kind: "invalid",
        offset,
        length: 1,
        bytes: Buffer.from(bytes.subarray(at, at + size))
          .toString("hex")
          .replace(/..(?=.)/g, "$& "),
      });
      at += size;
    }
    offset += character.length;
  }
  return faults;
}
