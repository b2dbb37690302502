import type { SourceFile } from "../../diagnostics/span.ts";
import type { Entry, Part } from "../reading/entries.ts";
import type { Label } from "../reading/labels.ts";
import { isSilent } from "../reading/markdown.ts";
import { lineText, type SourceText, splitLines } from "../reading/source-text.ts";

/** The line a label is about: inside it, behind it, or right below it. `rest` is what else stands in the entry. */
export function labelLine(source: SourceFile, entry: Entry, label: Label): { text: SourceText; rest: Part[] } {
  const parts = entry.parts.filter((part) => !isSilent(part));
  if (label.inner) return { text: lineText(source, label.inner.from, label.inner.to), rest: parts };
  const [first, ...others] = parts;
  const isAdjacent = first?.type === "text" && first.from === label.to;
  if (!isAdjacent) return { text: lineText(source, label.to, label.to), rest: parts };
  const [line, ...more] = splitLines(source.text, first.from, first.to).filter(
    ({ from, to }) => source.text.slice(from, to).trim() !== "",
  );
  const rest = more.map((each): Part => ({ type: "text", ...each, codes: [] }));
  return { text: lineText(source, line?.from ?? label.to, line?.to ?? label.to), rest: [...rest, ...others] };
}
