import type { Step } from "../../plan/model.ts";
import type { FileChange, TreeId, Trees } from "../../ports/git.ts";
import { announcementsOf, knownPaths } from "./announced.ts";
import { namedIn } from "./named-in-step.ts";
import { otherSources } from "./other-sources.ts";
import { viewOf } from "./tree-view.ts";

/** What a step does besides its task, and a person is asked about whether or not it lists files. */
export type Strays = {
  /** Files of the base that are gone, and that nothing in the step names. */
  deleted: string[];
  /** Files of the base that git finds again under another path, and that nothing in the step names. */
  moved: string[];
  /** More than anybody would look through; null for less. */
  bulk: { files: number; bytes: number } | null;
  /** Dependencies that come from elsewhere now, in words. */
  sources: string[];
};

/** Looks at the tree that would be committed: what was put back has not strayed. */
export async function straysIn(
  trees: Trees,
  { step, base, proven }: { step: Step; base: TreeId; proven: TreeId },
): Promise<Strays> {
  const changes = await trees.changes(base, proven);
  const [before, after] = [await viewOf(trees, base), await viewOf(trees, proven)];
  const announced = announcementsOf(step, knownPaths(before, after, changes));
  const named = namedIn(step);
  const found = changes.filter(({ path }) => !announced.writes(path) && !named.path(path));
  const gone = found.filter(isDeletion).map(({ path }) => path);
  const moved = gone.length === 0 ? new Map<string, string>() : await trees.renames(base, proven);
  return {
    deleted: gone.filter((path) => !moved.has(path)),
    moved: gone.filter((path) => moved.has(path)),
    bulk: await bulkOf(trees, found, moved),
    sources: await otherSources(trees, changes, { named, announced }),
  };
}

const isDeletion = ({ after }: FileChange): boolean => after === null;

async function bulkOf(
  trees: Trees,
  changes: readonly FileChange[],
  moved: ReadonlyMap<string, string>,
): Promise<Strays["bulk"]> {
  const files = changes.filter(({ path }) => !moved.has(path)).length;
  // What was there before is not new because it lies elsewhere.
  const known = new Set(changes.flatMap(({ before }) => before?.id ?? []));
  const fresh = changes.flatMap(({ after }) =>
    after === null || after.mode === SUBMODULE || known.has(after.id) ? [] : [after.id],
  );
  const bytes = await trees.bytesIn(fresh);
  return files >= MANY_FILES || bytes >= MANY_BYTES ? { files, bytes } : null;
}

const SUBMODULE = "160000";
const MANY_FILES = 1000;
const MANY_BYTES = 50_000_000;
