import type { SourceFile } from "../../diagnostics/span.ts";
import type { Value } from "./field.ts";
import type { ListItem } from "./markdown.ts";
import { lineText, type SourceText, sourceText } from "./source-text.ts";

/**
 * `Payments: `src/payment/**`, `src/billing/`` as the map that YAML would spell `name` and `paths`. An entry that is
 * nothing but paths is called after the first of them.
 */
export function areaItem(source: SourceFile, item: ListItem): Value {
  const span = { file: source.path, start: item.text.from, end: item.text.to };
  const paths = item.codes.map((code) => sourceText(source, code.from, code.to));
  const written = nameOf(source, item.text.from, item.codes[0] ? item.codes[0].from - 1 : item.text.to);
  const [first] = paths;
  if (!first) return text(written);
  const name = written.value === "" ? first : written;
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
  const bare = written.slice(lead).replace(/[\s*:(—–-]+$/, "");
  return lineText(source, from + lead, from + lead + bare.length);
}

const text = (value: SourceText): Value => ({ type: "text", span: value.span, text: value });
