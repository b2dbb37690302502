import { statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Mount } from "../ports/sandbox.ts";

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

/** The same without asking git what is ignored: what lies at the top of the checkout. */
export const installedDependencies = (top: string): Mount[] => dependencyLayers(top, [...DEPENDENCIES]);

/** Changes when somebody has installed something: package managers rewrite these files, or the folder itself. */
export function stateOfLayers(layers: readonly Mount[]): string {
  return layers
    .flatMap(({ show }) => [show, ...RECORDS.map((name) => join(show, name))])
    .map((path) => statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? "")
    .join();
}

const RECORDS = [".package-lock.json", ".modules.yaml", ".yarn-state.yml", "pyvenv.cfg", "modules.txt"];
