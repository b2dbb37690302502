import type { Dialect, FileSet, PlanEdit } from "../../ports/dialect.ts";
import type { Blob, TreeId, Trees } from "../../ports/git.ts";
import { artifactsIn } from "../../record/plan-artifacts.ts";
import { decodeUtf8 } from "../../std/decode-utf8.ts";
import { editedText, readText } from "./edited-text.ts";

/** The text of a branch's plan, as a tree has it. A finished plan is only found by its id. */
export async function planTextAt(trees: Trees, tree: TreeId, id: string | null = null): Promise<FileSet> {
  const { root, text } = artifactsIn(await trees.entries(tree), id);
  const entries = text.filter(({ mode }) => mode.startsWith("100"));
  const texts = await trees.read(entries.map(({ id }) => id));
  const files = entries.flatMap(({ path }, index) => {
    const bytes = texts[index];
    return bytes === undefined ? [] : [{ path, text: decodeUtf8(bytes).text }];
  });
  return { root, files };
}

/** The files of a tree's plan that edits would change, as they would be. The edits rename none. */
export async function editedPlanText(
  trees: Trees,
  tree: TreeId,
  dialect: Dialect,
  edits: readonly PlanEdit[],
): Promise<{ path: string; text: string }[]> {
  const before = await planTextAt(trees, tree);
  const after = editedText(dialect, before, edits);
  return after.files.filter(({ text }, index) => text !== before.files[index]?.text);
}

/**
 * The same tree with its plan edited, one edit after the other, and with these files `beside` it. What an earlier step has
 * written there stays.
 */
export async function withPlanEdits(
  trees: Trees,
  tree: TreeId,
  dialect: Dialect,
  edits: readonly PlanEdit[],
  beside: readonly { path: string; bytes: Uint8Array }[] = [],
): Promise<TreeId> {
  const before = await planTextAt(trees, tree);
  const after = editedText(dialect, before, edits);
  const written = new Map<string, Blob | null>(before.files.map(({ path }) => [path, null]));
  for (const file of after.files) {
    if (before.files.includes(file)) written.delete(file.path);
    else written.set(file.path, { mode: "100644", id: await trees.write(Buffer.from(file.text)) });
  }
  for (const { path, bytes } of beside) written.set(path, { mode: "100644", id: await trees.write(bytes) });
  return trees.compose(tree, written);
}

/** Reads a tree's plan beforehand, while nobody waits for it: most likely it is what is edited next. */
export async function readPlanAhead(trees: Trees, tree: TreeId, dialect: Dialect): Promise<void> {
  readText(dialect, await planTextAt(trees, tree));
}
