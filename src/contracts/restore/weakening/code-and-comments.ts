/**
 * A text twice, of the same length and with the same lines: once with its comments blanked, once with all but them.
 * One pass, letter by letter. Patterns and other rarities may fool it for the rest of a line, never for longer.
 */
export function codeAndComments(text: string, style: "slashes" | "hash"): { code: string; comments: string } {
  const cuts: { start: number; end: number }[] = [];
  const opening = style === "slashes" ? /\/\/|\/\*|["'`]/g : /#|"""|'''|["']/g;
  // A long string that nothing ends makes every later sign of its kind as doubtful, and looking again is dear.
  const unending = new Set<string>();
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const start = found.index;
    const [sign] = found;
    if (unending.has(sign)) continue;
    const isComment = sign === "//" || sign === "/*" || sign === "#";
    const end = isComment ? endOfComment(text, start, sign) : endOfString(text, start, sign);
    if (end === null) {
      unending.add(sign);
      continue;
    }
    // `#` inside a word, as in `$#` or `a#b`, begins no comment.
    const isReal = sign !== "#" || start === 0 || /\s|;/.test(text[start - 1] ?? "");
    if (isComment && isReal) cuts.push({ start, end });
    opening.lastIndex = isComment && !isReal ? start + 1 : end;
  }
  return { code: blanked(text, cuts), comments: blanked(text, gapsBetween(cuts, text.length)) };
}

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

const gapsBetween = (
  cuts: readonly { start: number; end: number }[],
  length: number,
): { start: number; end: number }[] =>
  [{ start: 0, end: 0 }, ...cuts].map(({ end }, at) => ({ start: end, end: cuts[at]?.start ?? length }));

function blanked(text: string, cuts: readonly { start: number; end: number }[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of cuts) {
    parts.push(text.slice(at, start), text.slice(start, end).replace(/[^\n]/g, " "));
    at = end;
  }
  return parts.join("") + text.slice(at);
}
