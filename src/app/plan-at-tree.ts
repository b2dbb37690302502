import { dialects } from "../dialects/dialects.ts";
import type { Plan } from "../plan/model.ts";
import type { TreeId, Trees } from "../ports/git.ts";
import { decodeUtf8 } from "../std/decode-utf8.ts";

/** Where a branch keeps its plan. */
const PLAN_FOLDER = ".plan/";

/** The plan of a branch, read from git's objects alone; null where a tree has none that can be read whole. */
export async function planAtTree(trees: Trees, tree: TreeId): Promise<Plan | null> {
  const entries = (await trees.entries(tree)).filter(({ path, mode }) => isPlanText(path) && mode.startsWith("100"));
  const texts = await trees.read(entries.map(({ id }) => id));
  const files = entries.flatMap(({ path }, index) => {
    const bytes = texts[index];
    return bytes === undefined ? [] : [{ path, text: decodeUtf8(bytes).text }];
  });
  const set = { root: PLAN_FOLDER.slice(0, -1), files };
  const parsed = dialects.find((dialect) => dialect.detect(set))?.parse(set);
  return parsed?.isWhole ? parsed.plan : null;
}

/** Receipts and what else lies below are no text of the plan; the tasks of a thread are. */
const isPlanText = (path: string): boolean => /^\.plan\/(?:tasks\/)?[^/]+\.(?:md|markdown|json)$/i.test(path);
