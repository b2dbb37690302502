import type { SourceFile } from "../../diagnostics/span.ts";
import type { FileEntry } from "../../plan/model.ts";
import { asOneLine } from "./escapes.ts";
import { faults } from "./faults.ts";
import type { ListItem } from "./markdown.ts";
import { reportNested } from "./nested.ts";
import type { Reading } from "./reading.ts";
import { sourceText } from "./source-text.ts";

const DASH = /(?:^|\s)(?:—|–|--?)\s/;

/**
 * The paths one list item names: what stands in backticks before the dash, one after the other. The rest is the note:
 * in `` `a.ts`: call `validate()` `` only the first is a path. `from` skips a leading word such as `change:`.
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
  const dash = DASH.exec(source.text.slice(from, item.text.to));
  const end = dash ? from + dash.index : item.text.to;
  const codes = item.codes.filter((code) => code.from >= from && code.to <= end);
  const [first, ...others] = codes;
  if (!first) return reportMissingPath(reading, source, from, end);
  const strange = others.findIndex((code, at) => !isJoint(source.text.slice(codes[at]?.to, code.from)));
  const paths = strange === -1 ? codes : codes.slice(0, strange + 1);
  const note = asOneLine(source.text.slice((paths.at(-1) ?? first).to, item.text.to)).replace(LEAD, "");
  for (const code of paths) {
    const written = sourceText(source, code.from, code.to);
    const isFolder = /any\s+file\s+(?:under|in|below)/i.test(source.text.slice(from, code.from));
    const path = isFolder && !/[/*]$/.test(written.value) ? `${written.value}/` : written.value;
    reading.positions.setText(`${pointer}/${list.length}/path`, written);
    list.push(note === "" ? { path } : { path, note });
  }
}

/** What may stand between two paths, their backticks included. */
const isJoint = (between: string): boolean =>
  /^`+[\s,;+&/]*(?:(?:and|or)\s*)?(?:any\s+file\s+(?:under|in|below)\s*)?`+$/i.test(between);

/** What leads on from the paths to the note. */
const LEAD = /^`*\s*(?:(?:[:,;.]|—|–|--?)\s*)?/;

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
