/**
 * A text that is safe to print: control characters become pictures (`␛`), and what would be invisible or would
 * reorder its surroundings is spelled out (`<U+202E>`). Line breaks and tabs are control characters too, so the
 * result is always one line. Emoji stay whole, although some are held together by invisible characters.
 */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  patterns ??= makePatterns();
  if (!patterns.one.test(text)) return text;
  if (!EMOJI_GLUE.test(text)) return text.replace(patterns.every, spelledOut);
  emojiOrHidden ??= new RegExp(String.raw`\p{RGI_Emoji}|${HIDDEN}`, "gv");
  return text.replace(emojiOrHidden, (found) => (patterns?.alone.test(found) ? spelledOut(found) : found));
}

/** Nearly every text: ASCII, the letters of Western Europe, dashes and quotes. */
const PLAIN = /^[ -~\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u205e]*$/;

const HIDDEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;

/** Made on first use: the classes take longer to build than all of a small verify, the table of all emoji 30 ms. */
let patterns: ReturnType<typeof makePatterns> | undefined;
let emojiOrHidden: RegExp | undefined;

const makePatterns = () => ({
  one: new RegExp(HIDDEN, "u"),
  every: new RegExp(HIDDEN, "gu"),
  alone: new RegExp(`^${HIDDEN}$`, "u"),
});

/** Joiner, emoji variation selector and the tags of regional flags. */
const EMOJI_GLUE = /[\u200d\ufe0f\u{e0020}-\u{e007f}]/u;

function spelledOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
