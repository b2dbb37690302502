/**
 * A text that is safe to print: control characters become pictures (`␛`), and what would be invisible or would
 * reorder its surroundings is spelled out (`<U+202E>`). Line breaks and tabs are control characters too, so the
 * result is always one line. Emoji stay whole, although some are held together by invisible characters.
 */
export function visibleText(text: string): string {
  // Nearly everything is plain ASCII, and compiling the classes below takes longer than all of a small verify.
  if (/^[ -~]*$/.test(text) || !HIDDEN.test(text)) return text;
  if (!EMOJI_GLUE.test(text)) return text.replace(EVERY_HIDDEN, spelledOut);
  return text.replace(emojiOrHidden(), (found) => (HIDDEN_ALONE.test(found) ? spelledOut(found) : found));
}

const HIDDEN_CLASS = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;
const HIDDEN = new RegExp(HIDDEN_CLASS, "u");
const EVERY_HIDDEN = new RegExp(HIDDEN_CLASS, "gu");
const HIDDEN_ALONE = new RegExp(`^${HIDDEN_CLASS}$`, "u");

/** Joiner, emoji variation selector and the tags of regional flags. */
const EMOJI_GLUE = /[\u200d\ufe0f\u{e0020}-\u{e007f}]/u;

let cached: RegExp | undefined;

/** Made on first use: the table of all emoji takes 30 ms to build, and few plans need it. */
function emojiOrHidden(): RegExp {
  cached ??= new RegExp(String.raw`\p{RGI_Emoji}|${HIDDEN_CLASS}`, "gv");
  return cached;
}

function spelledOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
