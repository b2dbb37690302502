import type { TreeId, Trees } from "../../ports/git.ts";
import { restsOn } from "../restore/rests-on.ts";
import { viewOf } from "../restore/tree-view.ts";

/** What stands behind names such as `npm test` in a tree, so that the runner which must have run is known. */
export async function scriptTexts(trees: Trees, command: string, tree: TreeId): Promise<string[]> {
  if (!/\b(?:npm|pnpm|yarn|bun|npx)\b/.test(command)) return [];
  const view = await viewOf(trees, tree);
  const { scripts } = await restsOn([command], view);
  const texts: string[] = [];
  for (const [manifest, names] of scripts) {
    const known = scriptsIn((await view.text(manifest)) ?? "");
    for (const name of names.keys()) texts.push(String(known[name] ?? ""));
  }
  return texts.filter((text) => text !== "");
}

function scriptsIn(manifest: string): Record<string, unknown> {
  try {
    const { scripts } = JSON.parse(manifest) as { scripts?: unknown };
    return typeof scripts === "object" && scripts !== null ? { ...scripts } : {};
  } catch {
    return {};
  }
}
