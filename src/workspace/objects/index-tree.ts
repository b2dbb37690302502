import { readFileSync } from "node:fs";
import type { HarnessGit } from "../git/harness-git.ts";
import { type IndexFile, parseIndex } from "./index-file.ts";

/**
 * The tree that an index holds, as git itself noted in it; null when git has changed it since, or there is none. Read
 * from the index and from nowhere else, so that an index which was replaced is never taken for the one it was.
 */
export function treeOfIndex(git: HarnessGit, index: string): string | null {
  try {
    const parsed = parseIndex(git, readFileSync(index));
    return parsed && noted(parsed);
  } catch {
    // Missing, or cut short.
    return null;
  }
}

/** Of the extensions, `TREE` begins with the top: an empty name, how many entries (-1: not known), its id. */
function noted({ bytes, idBytes, starts }: IndexFile): string | null {
  for (let at = starts.at(-1) ?? 0; at + 8 <= bytes.length - idBytes; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString("latin1", at, at + 4) !== "TREE") continue;
    const line = bytes.indexOf(NEWLINE, at + 8);
    const counts = /^\0(\d+) \d+$/.exec(bytes.toString("latin1", at + 8, line));
    return counts === null ? null : bytes.toString("hex", line + 1, line + 1 + idBytes);
  }
  return null;
}

const NEWLINE = 0x0a;
