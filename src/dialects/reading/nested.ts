import type { SourceFile } from "../../diagnostics/span.ts";
import { faults } from "./faults.ts";
import type { ListItem } from "./markdown.ts";
import type { Reading } from "./reading.ts";
import { lineText } from "./source-text.ts";

/** An entry of a list is its own text; what is nested below it would be dropped without a word. */
export function reportNested(reading: Reading, source: SourceFile, item: ListItem): void {
  const nested = lineText(source, item.text.to, item.to);
  if (nested.value === "") return;
  const end = nested.span.start + nested.value.search(/\n|$/);
  reading.report(faults.strayText, { ...nested.span, end }, "what is nested below an entry is not read", {
    help: "make it an entry of its own, or write it on the entry's line",
  });
}
