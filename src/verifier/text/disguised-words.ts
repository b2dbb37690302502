import { alphabetOf, mayLookAlike, readsAs } from "./look-alikes.ts";

/** A word with a letter that is not what it looks like. `letter` is the first of them. */
export type DisguisedWord = {
  start: number;
  end: number;
  word: string;
  reading: string;
  letter: string;
  meant: string;
};

/**
 * Words that read as Latin and are not. In prose a word must mix alphabets to be one: whole words of another language
 * are fine. A machine knows no languages, so what it reads `exact` must not even be wholly in disguise, unless the same
 * text has words that are plainly of that alphabet.
 */
export function* disguisedWords(text: string, isExact: boolean): Iterable<DisguisedWord> {
  if (!mayLookAlike(text)) return;
  const plainly = isExact ? alphabetsIn(text) : undefined;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const found = unmasked(word);
    if (found === undefined) continue;
    if (found.isMixed ? !isExact && isFormula(word) : !isExact || isForeign(word, plainly)) continue;
    yield {
      start: index,
      end: index + word.length,
      word,
      reading: found.reading,
      letter: found.letter,
      meant: found.meant,
    };
  }
}

type Unmasked = { reading: string; letter: string; meant: string; isMixed: boolean };

/** Nothing when the word has no look-alike, or a letter that gives it away as another language. */
function unmasked(word: string): Unmasked | undefined {
  if (!mayLookAlike(word)) return undefined;
  let reading = "";
  let first: { letter: string; meant: string } | undefined;
  let isMixed = false;
  for (const letter of word) {
    const meant = readsAs(letter);
    if (meant === undefined) {
      if (!/^[\p{Script=Latin}\p{M}]$/u.test(letter)) return undefined;
      isMixed = true;
    } else first ??= { letter, meant };
    reading += meant ?? letter;
  }
  return first && { reading, ...first, isMixed };
}

/** Physics writes `kα` and `dν`. */
const isFormula = (word: string): boolean =>
  [...word].length <= 3 && [...word].every((letter) => readsAs(letter) === undefined || alphabetOf(letter) === "Greek");

function isForeign(word: string, plainly: ReadonlySet<string> | undefined): boolean {
  const alphabets = new Set(Array.from(word, alphabetOf));
  if (alphabets.has("Greek") && [...word].length === 1) return true;
  return alphabets.size === 1 && [...alphabets].every((alphabet) => plainly?.has(alphabet));
}

/** The alphabets that a text uses for letters nobody takes for Latin ones. */
function alphabetsIn(text: string): Set<string> {
  const alphabets = new Set<string>();
  for (const [letter] of text.matchAll(/[\u0370-\u058f\u13a0-\u13ff\u2c80-\u2cff\ua4d0-\ua4ff]/g)) {
    if (readsAs(letter) === undefined) alphabets.add(alphabetOf(letter));
  }
  return alphabets;
}
