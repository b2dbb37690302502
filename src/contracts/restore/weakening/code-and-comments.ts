/** Texts of one length and with the same lines, so that a place in one of them is a place in all. */
export type Parts = {
  /** Without comments. */
  code: string;
  /** Without comments and without what stands between quotes, where code is only talked about. */
  bare: string;
  /** Comments only. */
  comments: string;
};

/** One pass, letter by letter. Rarities may fool it for the rest of a line, never for longer. */
export function codeAndComments(text: string, style: "slashes" | "hash"): Parts {
  const cuts: Cut[] = [];
  const quoted: Cut[] = [];
  const opening = new RegExp(style === "slashes" ? SLASHES : HASH, "g");
  // A long string that nothing ends makes every later sign of its kind as doubtful, and looking again is dear.
  const unending = new Set<string>();
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const start = found.index;
    const [sign] = found;
    // A pattern was read as a whole, quotes and all.
    if (unending.has(sign) || isPattern(sign)) continue;
    const isComment = sign === "//" || sign === "/*" || sign === "#";
    const end = isComment ? endOfComment(text, start, sign) : endOfString(text, start, sign);
    if (end === null) {
      unending.add(sign);
      continue;
    }
    // `#` inside a word, as in `$#` or `a#b`, begins no comment.
    const isReal = sign !== "#" || start === 0 || /\s|;/.test(text[start - 1] ?? "");
    if (isComment && isReal) cuts.push({ start, end });
    if (!isComment) quoted.push({ start: start + sign.length, end: Math.max(start + sign.length, end - sign.length) });
    opening.lastIndex = isComment && !isReal ? start + 1 : end;
  }
  const code = blanked(text, cuts);
  return { code, bare: blanked(code, quoted), comments: blanked(text, gapsBetween(cuts, text.length)) };
}

type Cut = { start: number; end: number };

/** Comments, quotes, and patterns such as `/["'`]/`, which begin where a value may. */
const SLASHES = /\/\/|\/\*|(?<=[(=,:;!&|?{[\n]\s{0,20})\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|["'`]/;
const HASH = /#|"""|'''|["']/;

const isPattern = (sign: string): boolean => sign.length > 2 && sign.startsWith("/");

function endOfComment(text: string, start: number, sign: string): number {
  const end = sign === "/*" ? text.indexOf("*/", start + 2) : text.indexOf("\n", start);
  return end === -1 ? text.length : end + (sign === "/*" ? 2 : 0);
}

function endOfString(text: string, start: number, sign: string): number | null {
  const isLong = sign.length === 3 || sign === "`";
  for (let at = start + sign.length; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith(sign, at)) return at + sign.length;
    else if (text[at] === "\n" && !isLong) return at;
  }
  return isLong ? null : text.length;
}

const gapsBetween = (cuts: readonly Cut[], length: number): Cut[] =>
  [{ start: 0, end: 0 }, ...cuts].map(({ end }, at) => ({ start: end, end: cuts[at]?.start ?? length }));

function blanked(text: string, cuts: readonly Cut[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of cuts) {
    parts.push(text.slice(at, start), text.slice(start, end).replace(/[^\n]/g, " "));
    at = end;
  }
  return parts.join("") + text.slice(at);
}
