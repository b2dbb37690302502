import type { SourceFile } from "../../diagnostics/span.ts";
import type { StepFiles } from "../../plan/model.ts";
import type { Entry } from "../reading/entries.ts";
import { faults } from "../reading/faults.ts";
import { readFileItem } from "../reading/file-entries.ts";
import { isSilent } from "../reading/markdown.ts";
import type { Reading } from "../reading/reading.ts";
import { lineText } from "../reading/source-text.ts";
import type { StepDraft } from "../reading/step-fields.ts";
import { reportStray } from "./stray.ts";

const LISTS: Record<string, keyof StepFiles> = {
  change: "change",
  add: "add",
  delete: "delete",
  mustnottouch: "mustNotTouch",
};
/** What people write instead. */
const SYNONYMS: Record<string, string> = {
  modify: "change",
  edit: "change",
  update: "change",
  create: "add",
  new: "add",
  remove: "delete",
  "do not touch": "must not touch",
  "don't touch": "must not touch",
};
const LEAD = /^\s*(?:\*\*|__)?([A-Za-z][A-Za-z _-]*?)(?:\*\*|__)?\s*:(?:\*\*|__)?\s*/;

/** `**files:**` and a list: ``- change: `path` — note``, `- add:`, `- delete:`, `- must not touch:`. */
export function readFiles(
  reading: Reading,
  source: SourceFile,
  entry: Entry | undefined,
  { step, pointer }: StepDraft,
): void {
  if (!entry?.label) return;
  const [list, ...others] = entry.parts.filter((part) => !isSilent(part));
  if (list?.type !== "list") {
    reading.report(faults.badFileEntry, entry.label.key, "no list of files follows `**files:**`", {
      help: "write ``- change: `path` `` lines below it",
    });
    return;
  }
  reading.positions.set(`${pointer}/files`, { file: source.path, start: list.from, end: list.to });
  for (const item of list.items) {
    const lead = LEAD.exec(source.text.slice(item.text.from, item.text.to));
    const name = LISTS[(lead?.[1] ?? "").toLowerCase().replace(/[\s_-]/g, "")];
    if (name)
      readFileItem(
        reading,
        source,
        item,
        item.text.from + (lead?.[0].length ?? 0),
        step.files[name],
        `${pointer}/files/${name}`,
      );
    else {
      const text = lineText(source, item.text.from, item.text.to);
      const word = lead?.[1] ?? "";
      const meant = SYNONYMS[word.toLowerCase()];
      const start = item.text.from + (lead?.[0].indexOf(word) ?? 0);
      reading.report(faults.badFileEntry, text.span, "this entry does not say what happens to the file", {
        help: meant ? `write \`${meant}:\`` : "start it with `change:`, `add:`, `delete:` or `must not touch:`",
        ...(meant && {
          fix: {
            title: `write \`${meant}:\``,
            edits: [{ file: source.path, start, end: start + word.length, text: meant }],
          },
        }),
      });
    }
  }
  reportStray(reading, source, others);
}
