/** The folders a path lies in, from the top, `DEEPEST` at most: `src` and `src/api` for `src/api/a.ts`. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/"); end !== -1 && folders.length < DEEPEST; end = path.indexOf("/", end + 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}

/** No real path goes deeper, and a path of ten thousand names would cost megabytes of folders. */
export const DEEPEST = 50;
