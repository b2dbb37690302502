import type { SourceFile, Span } from "../../diagnostics/span.ts";
import { trimEndOf } from "../../std/trim-end-of.ts";
import { areaText } from "./area-text.ts";
import type { Value } from "./field.ts";
import type { ListItem } from "./markdown.ts";
import { lineText, type SourceText, sourceText } from "./source-text.ts";

/**
 * `Payments: `src/payment/**`, `src/billing/`` as the map that YAML would spell `name` and `paths`. An entry that is
 * nothing but paths is called after the first of them.
 */
export function areaItem(source: SourceFile, item: ListItem): Value {
  const span = { file: source.path, start: item.text.from, end: item.text.to };
  const [first, ...others] = item.codes.map((code) => sourceText(source, code.from, code.to));
  const written = nameOf(source, item.text.from, item.codes[0] ? item.codes[0].from - 1 : item.text.to);
  if (first) return area(span, written.value === "" ? first : written, [first, ...others]);
  const { name, paths } = areaText(lineText(source, item.text.from, item.text.to));
  return paths.length > 0 ? area(span, name, paths) : text(written);
}

function area(span: Span, name: SourceText, paths: readonly SourceText[]): Value {
  return {
    type: "map",
    span,
    fields: [
      { name: "name", key: span, value: text(name) },
      { name: "paths", key: span, value: { type: "list", span, items: paths.map(text) } },
    ],
  };
}

/** Without the colon, dash or bracket that leads on to the paths, and without the marks of bold words. */
function nameOf(source: SourceFile, from: number, to: number): SourceText {
  const written = source.text.slice(from, to);
  const lead = /^[\s*]*/.exec(written)?.[0].length ?? 0;
  const bare = trimEndOf(written.slice(lead), " \t\r\n*:(—–-");
  return lineText(source, from + lead, from + lead + bare.length);
}

const text = (value: SourceText): Value => ({ type: "text", span: value.span, text: value });
