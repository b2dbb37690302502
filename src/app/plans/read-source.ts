import { readFileSync, statSync } from "node:fs";
import { type Diagnostic, diagnose } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/span.ts";
import { faults } from "../../dialects/reading/faults.ts";
import { decodeUtf8 } from "../../std/decode-utf8.ts";
import { Refused } from "../../std/refusal.ts";
import { withFile } from "../opening/file-access.ts";

/** A file as text. `diagnostics` is not empty when the text is not exactly what the bytes say. */
export type ReadSource = { source: SourceFile; diagnostics: Diagnostic[] };

const LARGEST = 64 * 1024 * 1024;

export function readSource(path: string): ReadSource {
  const stats = withFile(path, () => statSync(path));
  if (!stats.isFile()) throw new Refused("bad-file", `${path}: not a file`);
  if (stats.size > LARGEST) throw new Refused("not-a-plan", `${path}: larger than 64 MB, which no plan is`);
  return sourceOf(
    path,
    withFile(path, () => readFileSync(path)),
  );
}

/** The same for bytes that were read already. */
export function sourceOf(path: string, bytes: Buffer): ReadSource {
  if (isUtf16(bytes)) return unreadable(path, "this file is UTF-16");
  const { text, faults: places } = decodeUtf8(bytes);
  const diagnostics = places.map(({ kind, offset, length, bytes: hex }) => {
    const span = { file: path, start: offset, end: offset + length };
    if (kind === "nul") return diagnose(faults.unreadableText, span, "a NUL byte stands here", { help: "remove it" });
    const what = hex.includes(" ") ? `the bytes ${hex} are` : `the byte ${hex} is`;
    return diagnose(faults.unreadableText, span, `${what} not UTF-8`, { help: UTF8 });
  });
  return { source: { path, text }, diagnostics };
}

const UTF8 = "save the file as UTF-8";

/** Both byte orders announce themselves with a mark. */
const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** One word about the whole file says more than one about each of its bytes. */
function unreadable(path: string, message: string): ReadSource {
  const span: Span = { file: path, start: 0, end: 0 };
  return {
    source: { path, text: "" },
    diagnostics: [diagnose(faults.unreadableText, span, message, { help: UTF8 })],
  };
}
