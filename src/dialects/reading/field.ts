import type { Span } from "../../diagnostics/span.ts";
import type { SourceText } from "./source-text.ts";

/** A field as its author wrote it, whether as a YAML key or as a bold label in Markdown. */
export type Field = { name: string; key: Span; value: Value };

/** A text, a list or a map; `span` is the whole of it (for a value left empty, the place where it would stand). */
export type Value =
  | { type: "text"; span: Span; text: SourceText }
  | { type: "list"; span: Span; items: Value[] }
  | { type: "map"; span: Span; fields: Field[] };

/** `Fail-Count`, `fail count` and `fail_count` are the same field. */
export const fieldName = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
