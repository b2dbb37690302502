import type { Blob, FileChange } from "../../ports/git.ts";
import { foldersOf, type TreeView } from "./tree-view.ts";

/** `to` is what the path shall be; null takes it out. */
export type Decision = { change: FileChange; to: Blob | null };
type Along = { change: FileChange; why: string };

/**
 * The edits that make a worker's tree hold what was decided. A link or a file in the place of a folder goes, and all of
 * that folder comes back; so does a folder in the place of a file go. `along` are the paths this takes with it.
 */
export function putBack(
  decisions: readonly Decision[],
  base: TreeView,
  worker: TreeView,
): { edits: Map<string, Blob | null>; along: Along[] } {
  const taken = new Map<string, string>();
  const back = new Map<string, Blob>();
  const decided = new Map(decisions.map(({ change, to }) => [change.path, to]));
  for (const { change, to } of decisions) {
    if (to === null) continue;
    back.set(change.path, to);
    for (const folder of foldersOf(change.path)) if (worker.files.has(folder)) taken.set(folder, change.path);
  }
  const blocked = new Set([...back.keys()].filter((path) => worker.folders.has(path)));
  for (const path of blocked.size === 0 ? [] : worker.files.keys()) {
    const blocker = foldersOf(path).find((folder) => blocked.has(folder));
    if (blocker !== undefined) taken.set(path, blocker);
  }
  for (const [path, blob] of taken.size === 0 ? [] : base.files) {
    if (!back.has(path) && foldersOf(path).some((folder) => taken.has(folder))) back.set(path, blob);
  }
  // What goes comes first: a tree cannot hold a file and a folder of one name.
  const gone = [...decided].flatMap(([path, to]) => (to === null ? [path] : []));
  const edits = new Map<string, Blob | null>([...taken.keys(), ...gone].map((path) => [path, null]));
  for (const [path, blob] of back) edits.set(path, blob);
  return { edits, along: along(edits, decided, taken, base, worker) };
}

function along(
  edits: ReadonlyMap<string, Blob | null>,
  decided: ReadonlyMap<string, Blob | null>,
  taken: ReadonlyMap<string, string>,
  base: TreeView,
  worker: TreeView,
): Along[] {
  return [...edits.keys()]
    .filter((path) => !decided.has(path))
    .map((path) => {
      const change = { path, before: base.files.get(path) ?? null, after: worker.files.get(path) ?? null };
      const other = taken.get(path);
      return {
        change,
        why: other === undefined ? "its folder comes back as a whole" : `it stands in the place of \`${other}\``,
      };
    });
}
