import { statSync } from "node:fs";
import { basename, join } from "node:path";
import type { TreeId, Trees } from "../../ports/git.ts";
import type { Mount } from "../../ports/sandbox.ts";
import { freePlaces } from "../../setup/free-places.ts";

/**
 * Installed dependencies, which are no part of a tree and without which hardly a contract runs. They are shown to the
 * contract as they lie in the checkout; what it writes there is thrown away.
 */
export function dependencyLayers(top: string, ignored: readonly string[]): Mount[] {
  return ignored
    .filter((path) => DEPENDENCIES.has(basename(path)))
    .map((path) => join(top, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory())
    .map((path) => ({ show: path, at: path, access: "throw-away" }));
}

const DEPENDENCIES = new Set([
  "node_modules",
  ".venv",
  "venv",
  "vendor",
  "bower_components",
  ".bundle",
  "deps",
  "elm-stuff",
]);

/** The names of those that lie at the top of a checkout, whether or not git knows them. */
export const installedFolders = (top: string): string[] =>
  [...DEPENDENCIES].filter((name) => statSync(join(top, name), { throwIfNoEntry: false })?.isDirectory());

/** Those of these folders that hide nothing of a tree: what is proven must be what is committed. */
export async function besideTree(trees: Trees, tree: TreeId, names: readonly string[]): Promise<readonly string[]> {
  return names.length === 0 ? names : names.filter(freePlaces(await trees.entries(tree)));
}

/** Changes when somebody has installed something: package managers rewrite these files, or the folder itself. */
export function stateOfLayers(layers: readonly Mount[]): string {
  return layers
    .flatMap(({ show }) => [show, ...RECORDS.map((name) => join(show, name))])
    .map((path) => statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? "")
    .join();
}

const RECORDS = [".package-lock.json", ".modules.yaml", ".yarn-state.yml", "pyvenv.cfg", "modules.txt"];
