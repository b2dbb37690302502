import { chmodSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import fc from "fast-check";

/** One thing that somebody does in a work folder. A path has a letter for each byte (latin1). */
export type WorkEdit = { path: string; act: "write" | "script" | "link" | "remove" | "folder" | "again"; text: string };

/** Few names, so that files, folders and links meet in one place; some of them no text, some with signs of git's own. */
const names = ["a", "b", "a.b", "new\nline", "tab\t", '"q"', "\xff", "\xc3\xa9", "-x", ":(top)", "x.bat", "x.log"];
const texts = ["", "one\n", "two\n", "one\r\ntwo\r\n", "mixed\r\nends\n", "\0\r\nbinary"];
const attributes = ["", "* text=auto\n", "*.bat eol=crlf\n", "a* text\nb -text\n"];

const aPath = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const anEdit: fc.Arbitrary<WorkEdit> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      path: aPath,
      act: fc.constantFrom<WorkEdit["act"]>("write", "write", "script", "link", "remove", "folder", "again"),
      text: fc.constantFrom(...texts),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      path: fc.constantFrom(".gitattributes", "a/.gitattributes"),
      act: fc.constantFrom<WorkEdit["act"]>("write", "remove"),
      text: fc.constantFrom(...attributes),
    }),
  },
);

export const someEdits = (most: number): fc.Arbitrary<WorkEdit[]> => fc.array(anEdit, { maxLength: most });

export function edit(folder: string, { path, act, text }: WorkEdit): void {
  const parts = path.split("/");
  for (let depth = 1; depth < parts.length; depth++) {
    const above = place(folder, parts.slice(0, depth).join("/"));
    if (lstatSync(above, { throwIfNoEntry: false })?.isDirectory()) continue;
    rmSync(above, { force: true });
    mkdirSync(above);
  }
  const at = place(folder, path);
  if (act === "again") return writeAgain(at);
  rmSync(at, { recursive: true, force: true });
  if (act === "link") symlinkSync(text.replaceAll("\0", "") || "a", at);
  if (act === "folder") mkdirSync(at);
  if (act === "write" || act === "script") writeFileSync(at, text);
  if (act === "script") chmodSync(at, 0o755);
}

/** Other content of the same size, in the same file, with the mtime of before. */
function writeAgain(at: Buffer): void {
  const kind = lstatSync(at, { throwIfNoEntry: false });
  if (!kind?.isFile()) return;
  const { atime, mtime } = statSync(at);
  writeFileSync(at, Buffer.alloc(kind.size, "z"));
  utimesSync(at, atime, mtime);
}

const place = (folder: string, path: string): Buffer => Buffer.from(`${folder}/${path}`, "latin1");
