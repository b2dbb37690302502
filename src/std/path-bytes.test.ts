import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, fsPath, pathOf } from "./path-bytes.ts";

test("every name comes back byte for byte", () => {
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: "grapheme" }).map((text) => new Uint8Array(Buffer.from(text))),
    fc.constant(new Uint8Array([0xef, 0xbf, 0xbd, 0x80])),
    fc.constant(new Uint8Array([0xed, 0xb2, 0x80])),
  );
  fc.assert(
    fc.property(bytes, (name) => bytesOf(pathOf(name)).equals(Buffer.from(name))),
    { numRuns: 2000 },
  );
});

test("two names that differ never become one string", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => (pathOf(a) === pathOf(b)) === Buffer.from(a).equals(b)),
  );
});

test("an ordinary name reads as it is written", () => {
  expect(pathOf(Buffer.from("src/größe.ts"))).toBe("src/größe.ts");
  expect(pathOf(Buffer.from([0x61, 0xff, 0x62]))).toBe("a\udcffb");
  expect(fsPath("a")).toBe("a");
  expect(fsPath("a\udcffb")).toEqual(Buffer.from([0x61, 0xff, 0x62]));
});
