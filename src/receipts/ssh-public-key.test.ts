import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ed25519Blob, hasSigned, readKeyLine, readPublicKey } from "./ssh-public-key.ts";
import { asStrings } from "./ssh-wire.ts";

const bytesOf = (part: string | undefined): Buffer => Buffer.from(part ?? "", "base64url");

/** A number as SSH writes it: a zero byte keeps it from being negative. */
const mpint = (bytes: Buffer): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0);
  const plain = bytes.subarray(Math.max(0, first));
  return (plain[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), plain]) : plain;
};

const ed25519 = generateKeyPairSync("ed25519");
const ecdsa = generateKeyPairSync("ec", { namedCurve: "P-256" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const DATA = Buffer.from("data");

function pointOf(key: KeyObject, kind = 4): Buffer {
  const { x, y } = key.export({ format: "jwk" });
  return Buffer.concat([Buffer.of(kind), bytesOf(x), bytesOf(y)]);
}

function numbersOf(key: KeyObject): [e: Buffer, n: Buffer] {
  const { e, n } = key.export({ format: "jwk" });
  return [mpint(bytesOf(e)), mpint(bytesOf(n))];
}

const withZero = (number: Buffer): Buffer => Buffer.concat([Buffer.of(0), number]);

const ED25519 = ed25519Blob(ed25519.publicKey);
const ECDSA = asStrings("ecdsa-sha2-nistp256", "nistp256", pointOf(ecdsa.publicKey));
const RSA = asStrings("ssh-rsa", ...numbersOf(rsa.publicKey));

describe("a public key", () => {
  test.each([
    ["ssh-ed25519", ED25519],
    ["ecdsa-sha2-nistp256", ECDSA],
    ["ssh-rsa", RSA],
  ])("of the kind %s is read, and written the same", (type, blob) => {
    const line = `${type} ${blob.toString("base64")}`;
    expect(readPublicKey(blob)).toMatchObject({ kind: "key", type, line });
    expect(readKeyLine(`${line} a comment`)).toMatchObject({ kind: "key", type, line });
  });

  test.each<[string, Buffer]>([
    ["nothing", Buffer.of()],
    ["no fields", Buffer.from("ssh-ed25519")],
    ["a key that is cut short", ED25519.subarray(0, -1)],
    ["an ed25519 key of 31 bytes", asStrings("ssh-ed25519", Buffer.alloc(31))],
    ["one field too many", Buffer.concat([ED25519, asStrings("")])],
    ["one field too many", Buffer.concat([ECDSA, asStrings("")])],
    ["one field too many", Buffer.concat([RSA, asStrings("")])],
    ["another curve's name", asStrings("ecdsa-sha2-nistp256", "nistp384", pointOf(ecdsa.publicKey))],
    ["a point of another form", asStrings("ecdsa-sha2-nistp256", "nistp256", pointOf(ecdsa.publicKey, 6))],
    ["a point beside the curve", asStrings("ecdsa-sha2-nistp256", "nistp256", Buffer.alloc(65, 4))],
    ["a number with a zero too many", asStrings("ssh-rsa", ...numbersOf(rsa.publicKey).map(withZero))],
  ])("is damaged: %s", (_, blob) => {
    expect(readPublicKey(blob)).toEqual({ kind: "unusable", why: "the key is damaged" });
  });

  test("that is too short or of another kind is told to be so", () => {
    const short = generateKeyPairSync("rsa", { modulusLength: 1024 });
    expect(readPublicKey(asStrings("ssh-rsa", ...numbersOf(short.publicKey)))).toEqual({
      kind: "unusable",
      why: "an RSA key of fewer than 2048 bits proves nothing",
    });
    expect(readPublicKey(asStrings("ssh-dss", "x"))).toEqual({
      kind: "unusable",
      why: 'keys of the kind "ssh-dss" are not supported',
    });
    expect(readKeyLine(`ssh-rsa ${ED25519.toString("base64")}`)).toMatchObject({ why: "the key is no ssh-rsa key" });
    expect(readKeyLine("ssh-ed25519")).toMatchObject({ why: "there is no key" });
  });
});

describe("a signature", () => {
  const judge = (blob: Buffer, signature: Buffer, data = DATA): boolean | string => {
    const key = readPublicKey(blob);
    return key.kind === "key" ? hasSigned(key, data, signature) : key.why;
  };
  const pair = sign("sha256", DATA, { key: ecdsa.privateKey, dsaEncoding: "ieee-p1363" });
  const [r, s] = [mpint(pair.subarray(0, 32)), mpint(pair.subarray(32))];
  const own = asStrings("ssh-ed25519", sign(null, DATA, ed25519.privateKey));

  test("of every kind is checked", () => {
    const signatures: [Buffer, Buffer][] = [
      [ED25519, own],
      [ECDSA, asStrings("ecdsa-sha2-nistp256", asStrings(r, s))],
      [RSA, asStrings("rsa-sha2-256", sign("sha256", DATA, rsa.privateKey))],
      [RSA, asStrings("rsa-sha2-512", sign("sha512", DATA, rsa.privateKey))],
    ];
    for (const [blob, signature] of signatures) {
      expect(judge(blob, signature)).toBe(true);
      expect(judge(blob, signature, Buffer.from("date"))).toBe(false);
    }
  });

  test("by SHA-1, or of another key's kind, is none", () => {
    expect(judge(RSA, asStrings("ssh-rsa", sign("sha1", DATA, rsa.privateKey)))).toMatch(/cannot make a signature/);
    expect(judge(RSA, own)).toMatch(/cannot make a signature of the kind "ssh-ed25519"/);
    expect(judge(ED25519, asStrings("none", createHash("sha256").digest()))).toMatch(/cannot make a signature/);
  });

  test("with something too much or too little in it is none", () => {
    for (const signature of [Buffer.of(), asStrings("ssh-ed25519"), Buffer.concat([own, asStrings("")])])
      expect(judge(ED25519, signature)).toBe("the signature is damaged");
    const long = Buffer.concat([Buffer.alloc(1, 1), Buffer.alloc(32, 1)]);
    for (const numbers of [[r], [r, s, s], [r, Buffer.concat([Buffer.of(0, 0), s])], [long, s], [r, Buffer.of()]])
      expect(judge(ECDSA, asStrings("ecdsa-sha2-nistp256", asStrings(...numbers)))).toBe(false);
  });
});
