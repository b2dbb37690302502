import { createHash, createPublicKey, type KeyObject, sign } from "node:crypto";
import { ed25519Blob, hasSigned, type PublicKey, readPublicKey } from "./ssh-public-key.ts";
import { asStrings, fromBase64, stringsIn } from "./ssh-wire.ts";

/**
 * Signatures as `ssh-keygen -Y sign` makes them (OpenSSH's PROTOCOL.sshsig): over a hash of the bytes and a namespace, so
 * that what was signed for one purpose is worth nothing for another.
 */
export function armouredSignature(bytes: Uint8Array, namespace: string, key: KeyObject): string {
  const signature = asStrings("ssh-ed25519", sign(null, signedData(bytes, namespace, "sha512"), key));
  const fields = asStrings(ed25519Blob(createPublicKey(key)), namespace, "", "sha512", signature);
  return armoured(Buffer.concat([PREAMBLE, fields]), 70);
}

export type SshSignature = {
  kind: "signature";
  publicKey: PublicKey;
  namespace: string;
  hash: "sha256" | "sha512";
  signature: Buffer;
};
type Unreadable = { kind: "unreadable"; why: string };

/** Never throws. */
export function readSignature(text: string): SshSignature | Unreadable {
  const blob = blobIn(text);
  if (!blob) return unreadable("it is no armoured SSH signature");
  if (!blob.subarray(0, PREAMBLE.length).equals(PREAMBLE)) return unreadable("it is no SSH signature of version 1");
  const fields = stringsIn(blob.subarray(PREAMBLE.length));
  const [keyBlob, namespace, reserved, hash, signature, ...others] = fields ?? [];
  if (!keyBlob || !namespace || !reserved || !hash || !signature) return unreadable("the signature is cut short");
  if (others.length > 0 || reserved.length > 0) return unreadable("the signature holds more than it should");
  const publicKey = readPublicKey(keyBlob);
  if (publicKey.kind === "unusable") return unreadable(publicKey.why);
  const hashName = hash.toString("latin1");
  if (hashName !== "sha512" && hashName !== "sha256") {
    return unreadable(`the hash ${JSON.stringify(hashName)} is not allowed in signatures`);
  }
  return { kind: "signature", publicKey, namespace: namespace.toString("utf8"), hash: hashName, signature };
}

/** `publicKey` is the key's line without a comment. Whose key it is, `signerOf` in `allowed-signers.ts` tells. */
export type Verification = { kind: "valid"; publicKey: string } | { kind: "invalid"; why: string };

/** Never throws. */
export function verifySignature(bytes: Uint8Array, namespace: string, text: string): Verification {
  const read = readSignature(text);
  if (read.kind === "unreadable") return { kind: "invalid", why: read.why };
  if (read.namespace !== namespace) {
    return { kind: "invalid", why: `it was made for ${JSON.stringify(read.namespace)}, not for "${namespace}"` };
  }
  const answer = hasSigned(read.publicKey, signedData(bytes, namespace, read.hash), read.signature);
  if (answer === true) return { kind: "valid", publicKey: read.publicKey.line };
  return { kind: "invalid", why: answer || "it was made over other bytes, or by another key" };
}

const MAGIC = Buffer.from("SSHSIG");
/** Magic and version 1. */
const PREAMBLE = Buffer.concat([MAGIC, Buffer.of(0, 0, 0, 1)]);

function signedData(bytes: Uint8Array, namespace: string, hash: SshSignature["hash"]): Buffer {
  return Buffer.concat([MAGIC, asStrings(namespace, "", hash, createHash(hash).update(bytes).digest())]);
}

const BEGIN = "-----BEGIN SSH SIGNATURE-----\n";
const END = "\n-----END SSH SIGNATURE-----\n";

function armoured(blob: Buffer, width: number): string {
  const lines = blob.toString("base64").match(new RegExp(`.{1,${width}}`, "g")) ?? [];
  return `${BEGIN}${lines.join("\n")}${END}`;
}

/** OpenSSH breaks lines after 70 characters, its own description says 76: any width will do, if every line has it. */
function blobIn(text: string): Buffer | null {
  if (!text.startsWith(BEGIN) || !text.endsWith(END)) return null;
  const lines = text.slice(BEGIN.length, -END.length).split("\n");
  const blob = fromBase64(lines.join(""));
  return blob && blob.length > 0 && armoured(blob, Math.max(1, lines[0]?.length ?? 0)) === text ? blob : null;
}

const unreadable = (why: string): Unreadable => ({ kind: "unreadable", why });
