import { readFileSync } from "node:fs";
import type { HarnessGit } from "./harness-git.ts";

/**
 * The tree that an index holds, as git itself noted in it; null when git has changed it since, or there is none. Read
 * from the index and from nowhere else, so that an index which was replaced is never taken for the one it was.
 */
export function treeOfIndex(git: HarnessGit, index: string): string | null {
  const idBytes = git.objectFormat === "sha1" ? 20 : 32;
  try {
    const bytes = readFileSync(index);
    const isKnown = bytes.toString("latin1", 0, 4) === "DIRC" && [2, 3].includes(bytes.readUInt32BE(4));
    return isKnown ? noted(bytes, endOfEntries(bytes, idBytes), idBytes) : null;
  } catch {
    // Missing, or cut short.
    return null;
  }
}

/** An entry is what `stat` said, the id, flags and a name, filled up with zeros to a multiple of eight bytes. */
function endOfEntries(bytes: Buffer, idBytes: number): number {
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + STAT_BYTES + idBytes;
    const flags = bytes.readUInt16BE(flagsAt);
    const nameAt = flagsAt + (flags & EXTENDED ? 4 : 2);
    const length = (flags & NAME_LENGTH) < NAME_LENGTH ? flags & NAME_LENGTH : bytes.indexOf(0, nameAt) - nameAt;
    at += (nameAt - at + length + 8) & ~7;
  }
  return at;
}

const HEADER = 12;
const STAT_BYTES = 40;
const EXTENDED = 0x4000;
const NAME_LENGTH = 0xfff;

/** Of the extensions that follow, `TREE` begins with the top: an empty name, how many entries (-1: not known), its id. */
function noted(bytes: Buffer, from: number, idBytes: number): string | null {
  for (let at = from; at + 8 <= bytes.length - idBytes; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString("latin1", at, at + 4) !== "TREE") continue;
    const line = bytes.indexOf(NEWLINE, at + 8);
    const counts = /^\0(\d+) \d+$/.exec(bytes.toString("latin1", at + 8, line));
    return counts === null ? null : bytes.toString("hex", line + 1, line + 1 + idBytes);
  }
  return null;
}

const NEWLINE = 0x0a;
