/** `[start, end)` of a text: neighbours that nobody sees. */
export type HiddenRun = { start: number; end: number };

/**
 * The characters of a text that no reader sees, or that make the text read other than it is. What holds an emoji
 * together and what a script needs between its letters is meant to be there. A NUL is a fault of the bytes, not of the text.
 */
export function* hiddenRuns(text: string): Iterable<HiddenRun> {
  // Nearly every plan is plain, and most of the rest has a dash or a quote and nothing hidden.
  if (!NOT_PLAIN.test(text)) return;
  let run: HiddenRun | undefined;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (isMeant(text, index, character)) continue;
    const end = index + character.length;
    if (run?.end === index) {
      run.end = end;
      continue;
    }
    if (run) yield run;
    run = { start: index, end };
  }
  if (run) yield run;
}

const NOT_PLAIN = /[^\t\n\r -~]/;

/** Written out: compiling the classes of Unicode takes longer than all of a small verify. Lone surrogates included. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what we look for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them counts alone
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

function isMeant(text: string, at: number, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0xfeff) return at === 0;
  if (code === ZWJ || code === ZWNJ) return joins(text, at, code);
  if (code === 0xfe0e || code === 0xfe0f)
    return /(?:\p{ExtPict}|\p{Emoji_Modifier})$/u.test(before(text, at)) || isKeycap(text, at);
  if (isBetween(code, 0xfe00, 0xfe02) || isBetween(code, 0xe0100, 0xe01ef))
    return /\p{Script=Han}$/u.test(before(text, at));
  if (isBetween(code, 0x180b, 0x180f)) return /\p{Script=Mongolian}$/u.test(before(text, at));
  if (isBetween(code, 0xe0020, 0xe007f)) return isInFlag(text, at);
  if (code === 0x2800) return /[\u2801-\u28ff]/.test(text[at - 1] ?? "") || /[\u2801-\u28ff]/.test(text[at + 1] ?? "");
  return false;
}

const ZWJ = 0x200d;
const ZWNJ = 0x200c;

const isBetween = (code: number, first: number, last: number): boolean => code >= first && code <= last;

/** The few characters before a place; the patterns here look no further back. */
const before = (text: string, at: number): string => text.slice(Math.max(at - 4, 0), at);

function joins(text: string, at: number, code: number): boolean {
  const left = before(text, at);
  const right = text.slice(at + 1, at + 3);
  if (code === ZWJ && /\p{ExtPict}(?:\ufe0f|\p{Emoji_Modifier})?$/u.test(left) && /^\p{ExtPict}/u.test(right))
    return true;
  const script = joiningScript();
  // A half form at the end of a word, as Indic scripts write it, has nothing after its joiner.
  return script.left.test(left) && (script.right.test(right) || script.virama.test(left));
}

const isKeycap = (text: string, at: number): boolean => /[0-9#*]/.test(text[at - 1] ?? "") && text[at + 1] === "\u20e3";

/** The flags of England, Scotland and Wales; any other text in tags is a message that nobody sees. */
function isInFlag(text: string, at: number): boolean {
  const around = text.slice(Math.max(at - LONGEST_FLAG, 0), at + LONGEST_FLAG);
  const own = Math.min(at, LONGEST_FLAG);
  return FLAGS.some((flag) => {
    const start = around.lastIndexOf(flag, own);
    return start !== -1 && own < start + flag.length;
  });
}

const LONGEST_FLAG = 14;
const asTags = (letters: string): string =>
  [...letters].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
const FLAGS = ["gbeng", "gbsct", "gbwls"].map((place) => `\u{1f3f4}${asTags(place)}\u{e007f}`);

type JoiningScript = { left: RegExp; right: RegExp; virama: RegExp };
let cached: JoiningScript | undefined;

/** Made on first use; few plans need it. */
function joiningScript(): JoiningScript {
  const names =
    "Arabic Syriac Mandaic Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan Balinese Javanese";
  const letter = `[${names
    .split(" ")
    .map((name) => `\\p{scx=${name}}`)
    .join("")}]`;
  cached ??= {
    left: new RegExp(`${letter}$`, "u"),
    right: new RegExp(`^${letter}`, "u"),
    virama: /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039]$/,
  };
  return cached;
}
