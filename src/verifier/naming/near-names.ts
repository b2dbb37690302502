import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { nearest } from "../../std/nearest.ts";

/** Finds among the names that exist the one an unknown word stands for. */
export type NearNames = {
  /** The name the author most likely meant, or null. */
  meantBy(word: string): string | null;
  /** The same name, when one slip of the pen is all that separates the word from it, and from no other. */
  surelyMeantBy(word: string): string | null;
};

/** A plan that needs more has not gone wrong by slips of the pen. */
const MOST_COMPARISONS = 20_000;

export function nearNames(names: readonly string[]): NearNames {
  let comparisons = 0;
  const candidatesFor = (word: string): string[] => {
    comparisons += names.length;
    return comparisons > MOST_COMPARISONS ? [] : names.filter((name) => name !== word);
  };
  return {
    meantBy: (word) => nearest(word, candidatesFor(word)),
    surelyMeantBy(word) {
      const near = candidatesFor(word).filter((name) => nearest(word, [name], 1) !== null);
      return near.length === 1 ? (near[0] ?? null) : null;
    },
  };
}

/** Writes another name where this value stands; nothing when the file spells the value in some other way. */
export function writeInstead(parsed: Parsed, pointer: string, word: string, name: string): Fix | null {
  const span = parsed.within(pointer, 0, word.length);
  const text = parsed.sources.find(({ path }) => path === span.file)?.text ?? "";
  if (text.slice(span.start, span.end) !== word) return null;
  return { title: `write \`${name}\``, edits: [{ ...span, text: name }] };
}
