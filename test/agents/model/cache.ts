import { createHash } from "node:crypto";
import type { Block, Heard } from "./heard.ts";

/** What a provider remembers of earlier requests: beginnings of them, by model. */
export type Cache = {
  /** How many tokens at the beginning of a request are known already, and how many after them are kept from now on. */
  take(heard: Heard, by: "marks" | "itself"): { read: number; written: number };
};

/**
 * Two ways to keep: what the client has marked, which is billed when it is kept; or whatever a request begins with, which
 * costs nothing. Either way a beginning is found again only if it is the same to the byte, marks aside.
 */
export function startCache(): Cache {
  const known = new Set<string>();
  return {
    take(heard, by) {
      const beginnings = beginningsOf(heard).filter(({ tokens }) => tokens >= SHORTEST);
      const kept = by === "itself" ? beginnings : beginnings.filter(({ marked }) => marked);
      const found = by === "itself" ? beginnings : beginnings.filter((each) => isNearMark(each, kept));
      const read = found.findLast(({ name }) => known.has(name))?.tokens ?? 0;
      for (const { name } of kept) known.add(name);
      return { read, written: by === "itself" ? 0 : Math.max(0, (kept.at(-1)?.tokens ?? 0) - read) };
    },
  };
}

/** What is shorter is not worth keeping. */
const SHORTEST = 1024;

/** A provider looks for what it knows at a mark, and this many blocks before it. */
const LOOKS_BACK = 20;

type Beginning = { name: string; index: number; tokens: number; marked: boolean };

const isNearMark = ({ index }: Beginning, marks: readonly Beginning[]): boolean =>
  marks.some((mark) => index <= mark.index && index > mark.index - LOOKS_BACK);

function beginningsOf({ model, blocks }: Heard): Beginning[] {
  const hash = createHash("sha256").update(`${model}\n`);
  let bytes = 0;
  return blocks.map(({ json, marked }: Block, index) => {
    hash.update(`${json}\n`);
    bytes += Buffer.byteLength(json);
    return { name: hash.copy().digest("hex"), index, tokens: Math.floor(bytes / 4), marked };
  });
}
