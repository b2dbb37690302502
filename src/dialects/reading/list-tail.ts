import type { SourceFile } from "../../diagnostics/span.ts";
import type { Block } from "./markdown.ts";
import { splitLines } from "./source-text.ts";

type List = Block & { type: "list" };

/**
 * A label right below a list, without a blank line between them:
 *
 *     - file:src/app.py
 *     **task:**
 *
 * Markdown reads the second line as more of the last item. No author means that, so the list ends above the label.
 */
export function splitListTail(source: SourceFile, list: List): Block[] {
  const label = splitLines(source.text, list.from, list.to).find(({ from }) =>
    LABEL_LINE.test(source.text.slice(from, from + 60)),
  );
  if (!label) return [list];
  const cut = label.from;
  const above = list.items.filter((item) => item.from < cut);
  const items = above.map((item) => ({
    ...item,
    to: Math.min(item.to, cut),
    text: { from: item.text.from, to: Math.min(item.text.to, cut) },
    codes: item.codes.filter((code) => code.to <= cut),
  }));
  const codes = above.flatMap((item) => item.codes).filter((code) => code.from >= cut);
  return [
    { ...list, to: cut, items },
    { type: "paragraph", from: cut, to: list.to, codes, comments: [] },
  ];
}

/** At the very start of the line: what is indented belongs to the item. */
export const LABEL_LINE = /^(?:\*\*|__)[A-Za-z][A-Za-z0-9_ -]{0,40}?[ \t]*(?::|\*\*[ \t]*:|__[ \t]*:)/;
