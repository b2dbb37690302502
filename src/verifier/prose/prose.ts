import { patternFor } from "../../std/pattern-for.ts";
import { blocksOf, codeSpansIn } from "./code-spans.ts";

/** Markdown as a reader takes it in: sentences, and the code in them. Offsets are those of the Markdown. */
export type Prose = {
  /** As long as the Markdown, with `CODE` for each character of code and blanks for fenced blocks. */
  text: string;
  /** Those that have code in them. */
  sentences: readonly Sentence[];
};

export type Sentence = { start: number; end: number; codes: readonly Code[] };

/** What stands between backticks, and where it stands with them. */
export type Code = { text: string; start: number; end: number };

/** Neither a letter nor a blank nor punctuation. */
export const CODE = "\uFFFC";

/** Takes time in proportion to the length of the text, whatever it holds. */
export function proseOf(markdown: string): Prose {
  if (!/`|~~~/.test(markdown)) return { text: markdown, sentences: [] };
  const texts: string[] = [];
  const sentences: Sentence[] = [];
  for (const { start, text } of blocksOf(markdown)) {
    const codes = codeSpansIn(text).map((span): Code => {
      return { text: span.text.trim(), start: start + span.from, end: start + span.to };
    });
    const masked = withoutCode(text, start, codes);
    texts.push(masked);
    if (codes.length === 0) continue;
    let next = 0;
    for (const [from, to] of sentencesIn(masked)) {
      const first = next;
      while ((codes[next]?.start ?? Number.POSITIVE_INFINITY) < start + to) next++;
      if (next > first) sentences.push({ start: start + from, end: start + to, codes: codes.slice(first, next) });
    }
  }
  return { text: texts.join(""), sentences };
}

function withoutCode(text: string, start: number, codes: readonly Code[]): string {
  if (codes.length === 0) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (const code of codes) {
    pieces.push(text.slice(copied, code.start - start), CODE.repeat(code.end - code.start));
    copied = code.end - start;
  }
  return [...pieces, text.slice(copied)].join("");
}

/** A sentence ends behind its full stop, and where a list goes on with its next item. */
function sentencesIn(block: string): [from: number, to: number][] {
  const ends = [...block.matchAll(END)].flatMap(({ index }) => (isAbbreviation(block, index) ? [] : [index + 1]));
  return [...ends, block.length].map((to, at) => [ends[at - 1] ?? 0, to]);
}

const END = /[.!?](?=\s)|\n(?=[ \t]{0,12}(?:[-*+]|\d{1,9}[.)])[ \t])/g;

/** The full stops of `e.g.` and `i.e.` stand behind single letters. */
function isAbbreviation(text: string, dot: number): boolean {
  const before = text.slice(Math.max(0, dot - 2), dot);
  return text[dot] === "." && SINGLE_LETTER(before).test(before);
}

const SINGLE_LETTER = patternFor(/(?:^|[^A-Za-z0-9])[A-Za-z]$/, () => /(?:^|[^\p{L}\p{N}])\p{L}$/u);
