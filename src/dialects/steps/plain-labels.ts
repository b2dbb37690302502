import type { SourceFile } from "../../diagnostics/span.ts";
import type { Part } from "../reading/entries.ts";
import { faults } from "../reading/faults.ts";
import type { Reading } from "../reading/reading.ts";
import { splitLines } from "../reading/source-text.ts";
import { STEP_LABELS } from "./step-labels.ts";

/**
 * `task: …` without the marks of bold words is prose to Markdown, and a step written so has no field at all. Reports it
 * once, with a fix that marks every label, and returns the part it stands in.
 */
export function reportPlainLabels(reading: Reading, source: SourceFile, lead: readonly Part[]): Part | undefined {
  const labels = lead.flatMap((part) => (part.type === "text" ? plainLabels(source, part) : []));
  const [first] = labels;
  if (!first || !labels.some(({ name }) => name === "task")) return undefined;
  const span = { file: source.path, start: first.from, end: first.to };
  reading.report(faults.missingField, span, "this label is not bold, so no field is read", {
    help: `write \`**${first.name}:**\`, and the other labels of the step likewise`,
    fix: {
      title: "make the labels bold",
      edits: labels.map(({ name, from, to }) => ({ file: source.path, start: from, end: to, text: `**${name}:**` })),
    },
  });
  return lead.find((part) => part.from <= first.from && first.from < part.to);
}

type PlainLabel = { name: string; from: number; to: number };

/** With their colons. Only names that exist, in their own spelling: other words with a colon behind them are prose. */
function plainLabels(source: SourceFile, part: Part): PlainLabel[] {
  return splitLines(source.text, part.from, part.to).flatMap(({ from, to }) => {
    const name = /^([a-z_]{2,20}):(?=\s|$)/.exec(source.text.slice(from, Math.min(to + 1, from + 30)))?.[1] ?? "";
    return STEP_LABELS.includes(name) ? [{ name, from, to: from + name.length + 1 }] : [];
  });
}
