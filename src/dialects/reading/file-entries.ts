import type { SourceFile } from "../../diagnostics/span.ts";
import type { FileEntry } from "../../plan/model.ts";
import { faults } from "./faults.ts";
import type { ListItem } from "./markdown.ts";
import { reportNested } from "./nested.ts";
import type { Reading } from "./reading.ts";
import { sourceText } from "./source-text.ts";

const DASH = /(?:^|\s)(?:—|–|--?)\s/;

/**
 * The paths one list item names: what stands in backticks before the dash. What follows the dash is the note.
 * `from` skips a leading word such as `change:`.
 */
export function readFileItem(
  reading: Reading,
  source: SourceFile,
  item: ListItem,
  from: number,
  list: FileEntry[],
  pointer: string,
): void {
  reportNested(reading, source, item);
  const text = source.text.slice(from, item.text.to);
  const dash = DASH.exec(text);
  const end = dash ? from + dash.index : item.text.to;
  const paths = item.codes.filter((code) => code.from >= from && code.to <= end);
  if (paths.length === 0) return reportMissingPath(reading, source, from, end);
  const note = dash
    ? text
        .slice(dash.index + dash[0].length)
        .replace(/\s+/g, " ")
        .trim()
    : "";
  for (const code of paths) {
    const written = sourceText(source, code.from, code.to);
    const isFolder = /any\s+file\s+(?:under|in|below)/i.test(source.text.slice(from, code.from));
    const path = isFolder && !/[/*]$/.test(written.value) ? `${written.value}/` : written.value;
    reading.positions.setText(`${pointer}/${list.length}/path`, written);
    list.push(note === "" ? { path } : { path, note });
  }
}

function reportMissingPath(reading: Reading, source: SourceFile, from: number, to: number): void {
  const written = sourceText(source, from, to);
  const bare = written.value.trim();
  const isPath = /^[\w@.][\w@./*-]*$/.test(bare) && /[./]/.test(bare);
  const lead = written.value.length - written.value.trimStart().length;
  const start = written.span.start + lead;
  reading.report(
    faults.badFileEntry,
    { file: source.path, start, end: start + bare.length },
    "this entry names no path in backticks",
    {
      help: isPath ? `write \`\` \`${bare}\` \`\`` : "name the file or folder: `` `src/payment/` ``",
      ...(isPath && {
        fix: {
          title: "put the path in backticks",
          edits: [{ file: source.path, start, end: start + bare.length, text: `\`${bare}\`` }],
        },
      }),
    },
  );
}
