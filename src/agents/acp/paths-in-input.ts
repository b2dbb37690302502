import { fileURLToPath } from "node:url";

/**
 * The files that the input of a tool names, however deep: `path`, `edits: [{ path }]`, `changes: { "/a/file": … }`,
 * `uri: "file:///a/file"`. Tools are many, so it goes by how things are called. Null for more than we look through.
 */
export function pathsInInput(input: unknown): string[] | null {
  const paths: string[] = [];
  let left = MOST_ENTRIES;

  /** `isPath` where the name around it says that a text is a path. Whether all of it was seen. */
  function look(value: unknown, isPath: boolean, depth: number): boolean {
    if (typeof value === "string") {
      if (isPath || FILE_URI.test(value)) paths.push(asPath(value));
      return true;
    }
    if (typeof value !== "object" || value === null) return true;
    const entries = Object.entries(value);
    left -= entries.length;
    if (left < 0 || (depth === 0 && entries.length > 0)) return false;
    if (Array.isArray(value)) return value.every((each) => look(each, isPath, depth - 1));
    return entries.every(([name, each]) => {
      if (name.startsWith("/") || FILE_URI.test(name)) paths.push(asPath(name));
      return look(each, PATH_NAME.test(name), depth - 1);
    });
  }

  return look(input, false, DEEPEST) ? paths : null;
}

const MOST_ENTRIES = 2000;
const DEEPEST = 8;

/** `path`, `file_path`, `filePath`, `absolute_path`, `notebook_path`, `newPath`, `paths`, `file`, `destination` and such. */
const PATH_NAME = /^(?:\w*paths?|files?|file_?names?|source|destination)$/i;

const FILE_URI = /^file:\/\S*$/i;

/** One that cannot be read stays as it is: it is no path that anybody may write. */
export function asPath(text: string): string {
  if (!FILE_URI.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch {
    return text;
  }
}
