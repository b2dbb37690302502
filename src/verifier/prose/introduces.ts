import type { Code, Prose, Sentence } from "./prose.ts";

/**
 * Whether a sentence brings the thing named by this code into being, or says what it is, instead of taking it for
 * known: "Add `TokenStore`", "a `TokenStore` that …", "`TokenStore` keeps …". A reading of plain words, and in doubt
 * the answer is yes.
 */
export function introducer(prose: Prose): (sentence: Sentence, code: Code) => boolean {
  const makes = new Map<Sentence, boolean>();
  const isMaking = (sentence: Sentence): boolean => {
    const known = makes.get(sentence) ?? MAKING.test(prose.text.slice(sentence.start, sentence.end));
    makes.set(sentence, known);
    return known;
  };
  return (sentence, code) => {
    const before = prose.text.slice(Math.max(sentence.start, code.start - NEAR), code.start);
    return isMaking(sentence) || RIGHT_BEFORE.test(before) || isSubject(sentence, code, before);
  };
}

/** What the verb of a sentence may be when it makes something, in any of its forms. */
const MAKING = new RegExp(
  `\\b(?:${[
    "add(?:s|ed|ing)?",
    "append(?:s|ed|ing)?",
    "buil(?:d|ds|t|ding)",
    "call(?:s|ed|ing)?\\s{1,3}(?:it|them|this|that)",
    "cop(?:y|ies|ied|ying)",
    "creat(?:e|es|ed|ing)",
    "declar(?:e|es|ed|ing)",
    "defin(?:e|es|ed|ing)",
    "emit(?:s|ted|ting)?",
    "export(?:s|ed|ing)?",
    "expos(?:e|es|ed|ing)",
    "extract(?:s|ed|ing)?",
    "generat(?:e|es|ed|ing)",
    "implement(?:s|ed|ing)?",
    "introduc(?:e|es|ed|ing)",
    "ma(?:ke|kes|de|king)",
    "mov(?:e|es|ed|ing)",
    "nam(?:e|es|ed|ing)\\s{1,3}(?:it|them|this|that)",
    "new",
    "output(?:s|ting)?",
    "produc(?:e|es|ed|ing)",
    "provid(?:e|es|ed|ing)",
    "put(?:s|ting)?",
    "register(?:s|ed|ing)?",
    "renam(?:e|es|ed|ing)",
    "replac(?:e|es|ed|ing)",
    "sav(?:e|es|ed|ing)",
    "scaffold(?:s|ed|ing)?",
    "set(?:s|ting)?(?:\\s{1,3}up)?",
    "split(?:s|ting)?",
    "stor(?:e|es|ed|ing)",
    "wrap(?:s|ped|ping)?",
    "writ(?:e|es|ten|ing)",
    "wrote",
  ].join("|")})\\b`,
  "i",
);

const NEAR = 40;
const RIGHT_BEFORE = /\b(?:an?|named|called|as|returns?|accepts?|supports?|into|becomes?|install(?:s|ed)?)\s{1,3}$/i;

/** A sentence that starts with a name, in a list or not, is about it. */
const isSubject = (sentence: Sentence, code: Code, before: string): boolean =>
  code.start - sentence.start < NEAR && /^\s{0,20}(?:(?:[-*+]|\d{1,9}[.)])\s{1,4})?(?:the\s{1,3})?$/i.test(before);
