import type { SourceFile } from "../../diagnostics/span.ts";
import type { Part } from "../reading/entries.ts";
import { faults } from "../reading/faults.ts";
import { isSilent } from "../reading/markdown.ts";
import type { Reading } from "../reading/reading.ts";
import { lineText, splitLines } from "../reading/source-text.ts";

/** Reports the first line of what no field claims. */
export function reportStray(reading: Reading, source: SourceFile, parts: readonly Part[]): void {
  for (const part of parts) {
    if (isSilent(part)) continue;
    const lines = splitLines(source.text, part.from, part.to).map((line) => lineText(source, line.from, line.to));
    const first = lines.find((line) => line.value !== "");
    if (!first) continue;
    reading.report(faults.strayText, first.span, "this text belongs to no field of the step", {
      help: "move it into the step's `**task:**`, where the worker reads it",
    });
    return;
  }
}
