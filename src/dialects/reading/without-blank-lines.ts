import { type SourceText, sliceText } from "./source-text.ts";

/**
 * A text without the blank lines around it. Its span stays that of the whole; where its characters stand is found out
 * when somebody asks, as that of the text itself is.
 */
export function withoutBlankLines(text: SourceText): SourceText {
  const { value } = text;
  let start = 0;
  for (let at = 0; isBlankOrBreak(value[at]); at++) if (value[at] === "\n") start = at + 1;
  let end = value.length;
  for (let at = end - 1; at >= start && isBlankOrBreak(value[at]); at--) if (value[at] === "\n") end = at;
  if (start === 0 && end === value.length) return text;
  let lines: SourceText["lines"] | null = null;
  return {
    value: value.slice(start, end),
    span: text.span,
    get lines() {
      lines ??= sliceText(text, start, end).lines;
      return lines;
    },
  };
}

const isBlankOrBreak = (sign: string | undefined): boolean => sign === " " || sign === "\t" || sign === "\n";
