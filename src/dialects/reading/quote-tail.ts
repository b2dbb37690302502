import type { SourceFile } from "../../diagnostics/span.ts";
import { LABEL_LINE } from "./list-tail.ts";
import type { Block } from "./markdown.ts";
import { splitLines } from "./source-text.ts";

/** As below a list: Markdown reads a label right below a quote as more of the quote, and no author means that. */
export function splitQuoteTail(source: SourceFile, aside: Block & { type: "aside" }): Block[] {
  if (source.text[aside.from] !== ">") return [aside];
  const label = splitLines(source.text, aside.from, aside.to).find(({ from }) =>
    LABEL_LINE.test(source.text.slice(from, from + 60)),
  );
  if (!label) return [aside];
  return [
    { ...aside, to: label.from },
    { type: "paragraph", from: label.from, to: aside.to, codes: [], comments: [] },
  ];
}
