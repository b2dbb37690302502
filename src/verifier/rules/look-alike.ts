import type { Advice } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { codePointOf } from "../../std/code-point.ts";
import { lastAtOrBefore } from "../../std/last-at-or-before.ts";
import { take } from "../../std/take.ts";
import { type DisguisedMark, disguisedMarks, disguisedSeparators } from "../text/disguised-punctuation.ts";
import { type DisguisedWord, disguisedWords } from "../text/disguised-words.ts";
import { type ExactText, exactTextsBeyondAscii } from "../text/exact-texts.ts";
import { mayLookAlike } from "../text/look-alikes.ts";
import type { Rule } from "./rule.ts";

export const lookAlike: Rule = {
  code: "PW505",
  name: "look-alike",
  severity: "error",
  summary: "A character is not the one it looks like.",
  why: "A reviewer reads one word and the machine another; at best the command fails, at worst it is somebody else's.",
  check({ parsed, report }) {
    const exact = exactTextsBeyondAscii(parsed).filter(({ pointer }) => isWritten(pointer, parsed));
    for (const finding of exact.flatMap((text) => inExactText(text, parsed))) report(...finding);
    const prose = parsed.sources.filter(({ text }) => mayLookAlike(text));
    if (prose.length === 0) return;
    const isExact = placesOf(exact, parsed);
    for (const finding of prose.flatMap((source) => inProse(source, isExact))) report(...finding);
  },
};

/** A dialect remembers where a subscription stands, and not where its name does. */
const isWritten = (pointer: string, { has }: Parsed): boolean => has(pointer) || pointer.includes("/subscriptions/");

type Finding = [span: Span, message: string, advice: Advice];
type At = (start: number, end: number) => Span;

/** Who has seen a hundred knows what kind of file this is. */
const MOST_REPORTS = 100;

function inExactText({ pointer, text, kind }: ExactText, parsed: Parsed): Finding[] {
  const at: At = (start, end) => parsed.within(pointer, start, end);
  const words = take(disguisedWords(text, true), MOST_REPORTS).map((word): Finding => {
    return [at(word.start, word.end), aboutWord(word), { help: `write \`${word.reading}\` in Latin letters` }];
  });
  const marks = kind === "command" ? disguisedMarks(text) : kind === "path" ? disguisedSeparators(text) : [];
  const mayFix = kind === "command" && isVerbatim(parsed);
  return [...words, ...marks.slice(0, MOST_REPORTS).map((mark) => aboutMark(mark, text, at, mayFix))];
}

/** In YAML and JSON a quote or a colon may need an escape of its own. */
const isVerbatim = ({ plan }: Parsed): boolean => plan.source.dialect === "steps" || plan.source.dialect === "branch";

const aboutWord = ({ word, reading, letter, meant }: DisguisedWord): string =>
  `\`${word}\` reads as \`${reading}\`, but its ${shown(letter)} is not ${shown(meant)}`;

/** A space would not be seen, so only its number is shown. */
const shown = (character: string): string =>
  /^\s/.test(character) ? codePointOf(character) : `\`${character}\` (${codePointOf(character)})`;

function aboutMark(
  { start, end, meant, isCertain, places }: DisguisedMark,
  text: string,
  at: At,
  mayFix: boolean,
): Finding {
  const plain = meant === " " ? "a plain space" : `\`${meant}\``;
  const message = `${shown(text[start] ?? "")} stands where ${meant === " " ? "a space (U+0020)" : shown(meant)} is meant`;
  const help = isCertain ? `write ${plain}` : "write `-` or `--`, whichever the program takes";
  if (!mayFix || !isCertain || meant === "`") return [at(start, end), message, { help }];
  const edits = places.map((place) => ({ ...at(place.start, place.end), text: meant }));
  return [at(start, end), message, { help, fix: { title: `write ${plain} instead`, edits } }];
}

function inProse({ path, text }: SourceFile, isExact: (span: Span) => boolean): Finding[] {
  const found: Finding[] = [];
  for (const word of disguisedWords(text, false)) {
    const span = { file: path, start: word.start, end: word.end };
    if (isExact(span)) continue;
    found.push([span, aboutWord(word), { help: `write \`${word.reading}\` in one alphabet`, severity: "warning" }]);
    if (found.length === MOST_REPORTS) break;
  }
  return found;
}

/** Whether a span lies in a value that was already read to the letter. */
function placesOf(exact: readonly ExactText[], parsed: Parsed): (span: Span) => boolean {
  const byFile = Map.groupBy(
    exact.map(({ pointer }) => parsed.at(pointer)),
    ({ file }) => file,
  );
  for (const own of byFile.values()) own.sort((a, b) => a.start - b.start);
  return ({ file, start, end }) => {
    const own = byFile.get(file) ?? [];
    const place = own[lastAtOrBefore(own, start, (span) => span.start)];
    return place !== undefined && place.start <= start && end <= place.end;
  };
}
