import type { CommitId, CommitObject, Person } from "../../ports/git.ts";
import { WorkspaceError } from "../errors.ts";

/**
 * Reads a commit object as git does: the tree comes first, then all parents, and a header of that name anywhere else
 * means nothing. Throws when that much is not there. A person's line that is damaged is read as far as it goes.
 */
export function parseCommit(id: CommitId, bytes: Uint8Array, objectFormat: "sha1" | "sha256"): CommitObject {
  const { signature, signed } = splitSignature(bytes, SIGNATURE_HEADER[objectFormat]);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfHeaders(buffer);
  const headers = buffer.toString("latin1", 0, end).split("\n");

  const ids = objectFormat === "sha1" ? /^(tree|parent) ([0-9a-f]{40})$/ : /^(tree|parent) ([0-9a-f]{64})$/;
  const linked = headers.map((line) => ids.exec(line));
  const tree = linked[0]?.[1] === "tree" ? linked[0][2] : undefined;
  if (tree === undefined) throw new WorkspaceError("broken-object", `commit ${id} names no tree; see \`git fsck\``);
  const others = linked.findIndex((found, index) => index > 0 && found?.[1] !== "parent");
  const parents = linked.slice(1, others === -1 ? undefined : others).flatMap((found) => found?.[2] ?? []);

  const decode = decoderFor(headerOf(headers, "encoding"));
  return {
    id,
    tree,
    parents,
    author: personIn(decode(Buffer.from(headerOf(headers, "author"), "latin1"))),
    committer: personIn(decode(Buffer.from(headerOf(headers, "committer"), "latin1"))),
    message: decode(buffer.subarray(end + 2)),
    signature,
    signed,
  };
}

export const SIGNATURE_HEADER = { sha1: "gpgsig", sha256: "gpgsig-sha256" };

/** What git takes as signed: everything but the headers that begin with `gpgsig`, whichever hash they are for. */
function splitSignature(bytes: Uint8Array, name: string): { signature: string | null; signed: Uint8Array } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const signed: Buffer[] = [];
  let signature: string | null = null;
  let inside: "ours" | "other" | null = null;
  let at = 0;
  while (at < buffer.length && buffer[at] !== NEWLINE) {
    const newline = buffer.indexOf(NEWLINE, at);
    const next = newline === -1 ? buffer.length : newline + 1;
    const line = buffer.toString("latin1", at, next);
    if (line.startsWith(`${name} `)) inside = "ours";
    else if (line.startsWith("gpgsig")) inside = "other";
    else if (!line.startsWith(" ")) inside = null;

    if (inside === null) signed.push(buffer.subarray(at, next));
    if (inside === "ours") signature = (signature ?? "") + line.slice(line.startsWith(" ") ? 1 : name.length + 1);
    at = next;
  }
  return { signature, signed: Buffer.concat([...signed, buffer.subarray(at)]) };
}

const NEWLINE = 0x0a;

function endOfHeaders(buffer: Buffer): number {
  const end = buffer.indexOf("\n\n");
  return end === -1 ? buffer.length : end;
}

const headerOf = (headers: readonly string[], name: string): string =>
  headers.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? "";

/** Text is UTF-8 unless the commit says otherwise. What cannot be read must not stop an audit. */
function decoderFor(encoding: string): (bytes: Uint8Array) => string {
  try {
    const decoder = new TextDecoder(encoding === "" ? "utf-8" : encoding, { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  } catch {
    return (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
}

function personIn(line: string): Person {
  const [, name = "", email = "", rest = ""] = /^(.*?) ?<([^>]*)>(.*)$/s.exec(line) ?? [];
  const [, time = "0", zone = "+0000"] = /^ (\d+) ([+-]\d{4})$/.exec(rest) ?? [];
  return { name, email, time: Number(time), zone };
}
