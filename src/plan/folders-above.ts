/** The folders a path lies in, from the top: `src`, `src/api` for `src/api/a.ts`. No real path is deeper than `limit`. */
export function foldersAbove(path: string, limit = DEEPEST): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/"); end !== -1 && folders.length < limit; end = path.indexOf("/", end + 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}

/** Each folder is a text of its own, so a path of ten thousand names would otherwise cost megabytes. */
export const DEEPEST = 50;
