import { createPublicKey, type JsonWebKey, type KeyObject, verify } from "node:crypto";
import { asStrings, fromBase64, stringsIn, unsigned } from "./ssh-wire.ts";

/** A public key as SSH writes it. `line` is `ssh-ed25519 AAAA…`, the way it stands in files, without a comment. */
export type PublicKey = { kind: "key"; type: KeyType; line: string; blob: Buffer; key: KeyObject };
export type Unusable = { kind: "unusable"; why: string };
type KeyType = "ssh-ed25519" | "ecdsa-sha2-nistp256" | "ssh-rsa";

export function readPublicKey(blob: Buffer): PublicKey | Unusable {
  const fields = stringsIn(blob);
  const type = fields?.[0]?.toString("latin1") ?? "";
  const jwk = fields && jwkOf(type, fields.slice(1));
  if (!fields || jwk === null) return { kind: "unusable", why: "the key is damaged" };
  if (typeof jwk === "string") return { kind: "unusable", why: jwk };
  try {
    const key = createPublicKey({ key: jwk, format: "jwk" });
    return { kind: "key", type: type as KeyType, line: `${type} ${blob.toString("base64")}`, blob, key };
  } catch {
    return { kind: "unusable", why: "the key is damaged" };
  }
}

/** Reads `ssh-ed25519 AAAA… comment`. */
export function readKeyLine(line: string): PublicKey | Unusable {
  const [type, encoded = ""] = line.trim().split(/\s+/);
  if (encoded === "") return { kind: "unusable", why: "there is no key" };
  const blob = fromBase64(encoded);
  if (!blob) return { kind: "unusable", why: "the key is damaged" };
  const key = readPublicKey(blob);
  return key.kind === "key" && key.type !== type ? { kind: "unusable", why: `the key is no ${type} key` } : key;
}

/** The wire form of an ed25519 key. */
export function ed25519Blob(key: KeyObject): Buffer {
  const { x = "" } = key.export({ format: "jwk" });
  return asStrings("ssh-ed25519", Buffer.from(x, "base64url"));
}

/** Whether this key made this signature (`string algorithm, string signature`). A text says why nobody can tell. */
export function hasSigned({ type, key }: PublicKey, data: Buffer, signature: Buffer): boolean | string {
  const [name, raw, ...others] = stringsIn(signature) ?? [];
  if (!name || !raw || others.length > 0) return "the signature is damaged";
  const algorithm = name.toString("latin1");
  const digest = DIGESTS[type].get(algorithm);
  if (digest === undefined) return `a ${type} key cannot make a signature of the kind ${JSON.stringify(algorithm)}`;
  const bytes = type === "ecdsa-sha2-nistp256" ? pairOf(raw) : raw;
  try {
    return bytes !== null && verify(digest, data, { key, dsaEncoding: "ieee-p1363" }, bytes);
  } catch {
    // A key may have the right form and numbers that no key has.
    return false;
  }
}

/** By kind of key, the kinds of signature it makes and what each hashes with. SHA-1 is not among them. */
const DIGESTS: Record<KeyType, ReadonlyMap<string, string | null>> = {
  "ssh-ed25519": new Map([["ssh-ed25519", null]]),
  "ecdsa-sha2-nistp256": new Map([["ecdsa-sha2-nistp256", "sha256"]]),
  "ssh-rsa": new Map([
    ["rsa-sha2-256", "sha256"],
    ["rsa-sha2-512", "sha512"],
  ]),
};

/** Null for a damaged key, a text for one that is whole and of no use here. */
function jwkOf(type: string, fields: readonly Buffer[]): JsonWebKey | string | null {
  const [first, second, ...others] = fields;
  switch (type) {
    case "ssh-ed25519":
      return first?.length === 32 && second === undefined ? { kty: "OKP", crv: "Ed25519", x: text(first) } : null;
    case "ecdsa-sha2-nistp256": {
      const isPoint = second?.length === 65 && second[0] === 4 && others.length === 0;
      if (!isPoint || first?.toString("latin1") !== "nistp256") return null;
      return { kty: "EC", crv: "P-256", x: text(second.subarray(1, 33)), y: text(second.subarray(33)) };
    }
    case "ssh-rsa": {
      const [e, n] = [first && unsigned(first), second && unsigned(second)];
      if (!e || !n || others.length > 0) return null;
      return n.length < 256
        ? "an RSA key of fewer than 2048 bits proves nothing"
        : { kty: "RSA", n: text(n), e: text(e) };
    }
    default:
      return type === "" ? null : `keys of the kind ${JSON.stringify(type)} are not supported`;
  }
}

const text = (bytes: Buffer): string => bytes.toString("base64url");

/** `mpint r, mpint s` as two numbers of 32 bytes. */
function pairOf(raw: Buffer): Buffer | null {
  const numbers = stringsIn(raw)?.map(unsigned);
  if (numbers?.length !== 2) return null;
  const padded = numbers.map((number) => {
    if (number === null || number.length > 32) return null;
    return Buffer.concat([Buffer.alloc(32 - number.length), number]);
  });
  const [r, s] = padded;
  return r && s ? Buffer.concat([r, s]) : null;
}
