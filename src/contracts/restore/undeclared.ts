import { writesOf } from "../../plan/files.ts";
import type { Step } from "../../plan/model.ts";
import type { FileChange } from "../../ports/git.ts";
import type { Announcements } from "./announced.ts";
import { folderOf } from "./tree-view.ts";

/** A change that a step which lists files says nothing about. `near`: a new file, or one beside a file that it lists. */
export type Undeclared = FileChange & { distance: "near" | "far" };

/** Deletions and renames first, each rename as its two halves; then changes, then new files. */
export function undeclaredIn(changes: readonly FileChange[], step: Step, announced: Announcements): Undeclared[] {
  if (!announced.listsFiles) return [];
  const listed = new Set(writesOf(step).map((entry) => folderOf(entry.replace(/^\.\//, ""))));
  const isNear = ({ path, before }: FileChange): boolean => before === null || listed.has(folderOf(path));
  const found = changes.filter(({ path }) => !announced.writes(path) && !announced.mentions(path));
  return renamesTogether(found).map((change) => ({ ...change, distance: isNear(change) ? "near" : "far" }));
}

function renamesTogether(changes: readonly FileChange[]): FileChange[] {
  const added = new Map<string, FileChange[]>();
  for (const change of changes) {
    if (change.before !== null || change.after === null) continue;
    added.set(change.after.id, [...(added.get(change.after.id) ?? []), change]);
  }
  const gone = changes.filter(({ after }) => after === null);
  const first = gone.flatMap((change) => {
    const target = added.get(change.before?.id ?? "")?.shift();
    return target === undefined ? [change] : [change, target];
  });
  const isFirst = new Set(first);
  const others = changes.filter((change) => !isFirst.has(change));
  return [
    ...first,
    ...others.filter(({ before }) => before !== null),
    ...others.filter(({ before }) => before === null),
  ];
}
