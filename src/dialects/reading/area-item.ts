import type { SourceFile } from "../../diagnostics/span.ts";
import type { Value } from "./field.ts";
import type { ListItem } from "./markdown.ts";
import { lineText, type SourceText, sourceText } from "./source-text.ts";

/** `Payments: `src/payment/**`, `src/billing/`` as the map that YAML would spell `name` and `paths`. */
export function areaItem(source: SourceFile, item: ListItem): Value {
  const span = { file: source.path, start: item.text.from, end: item.text.to };
  const firstCode = item.codes[0];
  const nameEnd = firstCode ? firstCode.from - 1 : item.text.to;
  const written = lineText(source, item.text.from, nameEnd);
  const bare = written.value.replace(/\s*(?:[:—–-]+)\s*$/, "");
  const name = lineText(source, written.span.start, written.span.start + bare.length);
  if (!firstCode) return text(name);
  const paths = item.codes.map((code) => text(sourceText(source, code.from, code.to)));
  return {
    type: "map",
    span,
    fields: [
      { name: "name", key: span, value: text(name) },
      { name: "paths", key: span, value: { type: "list", span, items: paths } },
    ],
  };
}

const text = (value: SourceText): Value => ({ type: "text", span: value.span, text: value });
