import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { codePointOf } from "../../std/code-point.ts";
import { take } from "../../std/take.ts";
import { hasEscapes } from "../text/exact-texts.ts";
import { hiddenRuns } from "../text/hidden-characters.ts";
import { whereaboutsIn } from "../text/whereabouts.ts";
import type { Rule } from "./rule.ts";

export const invisibleCharacter: Rule = {
  code: "PW504",
  name: "invisible-character",
  severity: "error",
  summary: "A plan holds a character that nobody can see.",
  why: "People approve what they see and agents obey what is written; an invisible character lets the two differ.",
  check({ parsed, report }) {
    const found = parsed.sources.map(({ path, text }) => written(path, text)).filter((each) => each.length > 0);
    const hidden = [...found, escapedIn(parsed)];
    if (hidden.every((each) => each.length === 0)) return;
    const whereabouts = whereaboutsIn(parsed);
    for (const each of hidden) {
      for (const [index, one] of each.slice(0, MOST_REPORTS).entries()) {
        const { span, characters } = one;
        const isLast = index === MOST_REPORTS - 1 && each.length > MOST_REPORTS;
        const rest = isLast ? `; ${each.length - MOST_REPORTS} more are in this file` : "";
        // One repair for all the rest: with one at a time, a file full of them would never be done.
        const fix = fixOf(isLast ? each.slice(index) : [one]);
        report(span, `${named(characters)} hides${whereabouts(span) || " here"}${rest}`, {
          ...(fix ? { fix } : { help: helpFor(characters) }),
        });
      }
    }
  },
};

const helpFor = (characters: string): string =>
  /[\u2028\u2029]/.test(characters) ? "write a line break that everybody can see, or a space" : "take it out";

/** Who has seen twenty knows what kind of file this is. */
const MOST_REPORTS = 20;
const MOST_LOOKED_AT = 100_000;

type Hidden = { span: Span; characters: string; isEscaped?: true };

function written(file: string, text: string): Hidden[] {
  return take(hiddenRuns(text), MOST_LOOKED_AT).map(({ start, end }) => ({
    span: { file, start, end },
    characters: text.slice(start, end),
  }));
}

/** What a format's own escapes (`\u202e`) put into a value: whoever shows the plan shows nothing there. */
function escapedIn(parsed: Parsed): Hidden[] {
  if (!hasEscapes(parsed)) return [];
  const texts = new Map(parsed.sources.map(({ path, text }) => [path, text]));
  const found = new Map<string, Hidden>();
  for (const { pointer, text } of textsOf(parsed.plan, "")) {
    if (!parsed.has(pointer)) continue;
    for (const { start, end } of hiddenRuns(text)) {
      const characters = text.slice(start, end);
      const span = parsed.within(pointer, start, end);
      const isSeen = texts.get(span.file)?.slice(span.start, span.end).includes(characters);
      if (!isSeen) found.set(`${span.file}:${span.start}:${span.end}`, { span, characters, isEscaped: true });
    }
  }
  return innermost([...found.values()]);
}

/** One text may be two values, and a dialect knows the place of every character in only one of them. */
function innermost(hidden: Hidden[]): Hidden[] {
  const ordered = hidden.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  return ordered.filter(({ span }, index) => {
    const next = ordered[index + 1]?.span;
    return !(next && next.file === span.file && next.end <= span.end);
  });
}

/** Every text of a plan; its data is only a few levels deep. */
function* textsOf(value: unknown, pointer: string): Iterable<{ pointer: string; text: string }> {
  if (typeof value === "string") yield { pointer, text: value };
  else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* textsOf(each, `${pointer}/${key}`);
  }
}

/** Safe for all that has no meaning; a line break that was meant must be written by the author. */
function fixOf(hidden: readonly Hidden[]): Fix | undefined {
  const removable = hidden.filter(({ characters, isEscaped }) => !isEscaped && !/[\u2028\u2029]/.test(characters));
  if (removable.length === 0) return undefined;
  const title = removable.length === 1 ? "remove it" : `remove it and the ${removable.length - 1} after it`;
  return { title, edits: removable.map(({ span }) => ({ ...span, text: "" })) };
}

function named(characters: string): string {
  const [first = "", ...others] = characters;
  const name = NAMES.get(first.codePointAt(0) ?? 0) ?? familyOf(first);
  const more = others.length === 0 ? "" : ` and ${others.length} more beside it`;
  return `\`${codePointOf(first)}${name && ` ${name}`}\`${more}`;
}

function familyOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0xa0) return "CONTROL";
  if (code >= 0xd800 && code <= 0xdfff) return "LONE SURROGATE";
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return "VARIATION SELECTOR";
  return code >= 0xe0000 && code <= 0xe007f ? "TAG" : "";
}

const NAMES = new Map(
  Object.entries({
    8: "BACKSPACE",
    27: "ESCAPE",
    127: "DELETE",
    133: "NEXT LINE",
    173: "SOFT HYPHEN",
    847: "COMBINING GRAPHEME JOINER",
    1564: "ARABIC LETTER MARK",
    4447: "HANGUL CHOSEONG FILLER",
    4448: "HANGUL JUNGSEONG FILLER",
    6158: "MONGOLIAN VOWEL SEPARATOR",
    8203: "ZERO WIDTH SPACE",
    8204: "ZERO WIDTH NON-JOINER",
    8205: "ZERO WIDTH JOINER",
    8206: "LEFT-TO-RIGHT MARK",
    8207: "RIGHT-TO-LEFT MARK",
    8232: "LINE SEPARATOR",
    8233: "PARAGRAPH SEPARATOR",
    8234: "LEFT-TO-RIGHT EMBEDDING",
    8235: "RIGHT-TO-LEFT EMBEDDING",
    8236: "POP DIRECTIONAL FORMATTING",
    8237: "LEFT-TO-RIGHT OVERRIDE",
    8238: "RIGHT-TO-LEFT OVERRIDE",
    8288: "WORD JOINER",
    8289: "FUNCTION APPLICATION",
    8290: "INVISIBLE TIMES",
    8291: "INVISIBLE SEPARATOR",
    8292: "INVISIBLE PLUS",
    8294: "LEFT-TO-RIGHT ISOLATE",
    8295: "RIGHT-TO-LEFT ISOLATE",
    8296: "FIRST STRONG ISOLATE",
    8297: "POP DIRECTIONAL ISOLATE",
    10240: "BRAILLE PATTERN BLANK",
    12644: "HANGUL FILLER",
    65279: "ZERO WIDTH NO-BREAK SPACE",
    65440: "HALFWIDTH HANGUL FILLER",
  }).map(([code, name]) => [Number(code), name]),
);
