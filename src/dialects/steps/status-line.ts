import type { SourceFile } from "../../diagnostics/span.ts";
import { STEP_STATUSES } from "../../plan/words.ts";
import type { Entry } from "../reading/entries.ts";
import { unescaped } from "../reading/escapes.ts";
import { faults } from "../reading/faults.ts";
import type { Reading } from "../reading/reading.ts";
import { sliceText } from "../reading/source-text.ts";
import type { StepDraft } from "../reading/step-fields.ts";
import { quoted, wordOf } from "../reading/values.ts";
import { labelLine } from "./label-line.ts";
import { reportStray } from "./stray.ts";

const PARTS = /^([A-Za-z][A-Za-z-]*)(?:\s*,\s*failures?\s+(\d{1,4}))?(?:\s+(?:—|–|-)\s+(.+))?$/;

/** `**status: done — what came of it**`, `**status: pending, failures 2**`; also with the value after the label. */
export function readStatusLine(
  reading: Reading,
  source: SourceFile,
  entry: Entry | undefined,
  { step, pointer }: StepDraft,
): void {
  const label = entry?.label;
  if (!label) return;
  const { text, rest } = labelLine(source, entry, label);
  reportStray(reading, source, rest);
  const match = PARTS.exec(text.value);
  if (!match) {
    reading.report(
      faults.wrongValue,
      text.value === "" ? label.key : text.span,
      text.value === "" ? "`status` is empty" : `${quoted(text.value)} is not a step's status`,
      {
        help: `write \`**status: pending**\`; it can be ${STEP_STATUSES.join(", ")}`,
      },
    );
    return;
  }
  const [, word = "", failures, result] = match;
  const wordText = sliceText(text, 0, word.length);
  const status = wordOf(reading, { type: "text", span: wordText.span, text: wordText }, word, "status", STEP_STATUSES);
  if (!status) return;
  if (step.status === "done" && status !== "done") {
    reading.report(faults.wrongValue, wordText.span, `the heading is ticked, but the status says \`${status}\``, {
      help: "remove the tick or the line",
    });
    return;
  }
  step.status = status;
  if (!reading.positions.has(`${pointer}/status`)) reading.positions.setText(`${pointer}/status`, wordText);
  reading.positions.set(`${pointer}/@status-line`, {
    file: source.path,
    start: label.from,
    end: Math.max(label.to, text.span.end),
  });
  if (failures) step.failCount = Number(failures);
  if (result) step.result = unescaped(result, "*`<");
}
