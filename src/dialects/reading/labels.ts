import type { SourceFile, Span } from "../../diagnostics/span.ts";
import { fieldName } from "./field.ts";
import type { Block } from "./markdown.ts";
import { covers } from "./ranges.ts";
import { splitLines } from "./source-text.ts";

/**
 * A bold label at the start of a line: `**target:** coder`, `**target**: coder`, `__target:__ coder`
 * or, with its value inside, `**status: done**`.
 */
export type Label = {
  name: string;
  isLowerCase: boolean;
  key: Span;
  from: number;
  to: number;
  inner: { from: number; to: number } | null;
};

const LABEL = /[ \t]*(\*\*|__)([A-Za-z][A-Za-z0-9_ -]{0,40}?)[ \t]*(?::((?:[^\r\n*\\]|\\.)*?)\1|\1[ \t]*:)/y;

/** The labels of a paragraph, in order; what stands in code spans and comments is not one. */
export function labelsIn(source: SourceFile, paragraph: Block & { type: "paragraph" }): Label[] {
  return splitLines(source.text, paragraph.from, paragraph.to).flatMap((line) => {
    LABEL.lastIndex = line.from;
    const match = LABEL.exec(source.text);
    if (!match || match.index + match[0].length > line.to) return [];
    const [whole, marks = "", name = "", inside] = match;
    const from = line.from + whole.search(/[*_]/);
    if (covers(paragraph.codes, from) || covers(paragraph.comments, from)) return [];
    const start = from + marks.length;
    const to = match.index + whole.length;
    const innerTo = to - marks.length;
    return [
      {
        name: fieldName(name),
        isLowerCase: name === name.toLowerCase(),
        key: { file: source.path, start, end: start + name.length },
        from,
        to,
        inner: inside?.trim() ? { from: innerTo - inside.length, to: innerTo } : null,
      },
    ];
  });
}
