import type { Blob, FileChange } from "../../ports/git.ts";
import { isInProductionPlace, isJudge, isTestRole, roleOfFile } from "./role-of-file.ts";
import { folderOf, isBelow, type TreeView } from "./tree-view.ts";

/** What runs have shown about files that were changed without being announced. */
export type SeenFiles = {
  /** Those that a contract opened, before the work or with it. */
  opened: ReadonlySet<string>;
  /** Those that a contract writes itself, so that whatever a worker leaves there may be read as its result. */
  results: ReadonlySet<string>;
};

export const NOTHING_SEEN: SeenFiles = { opened: new Set(), results: new Set() };

/** Whether a file of a tree has to be watched, in case somebody changes it later: a script, as far as its name tells. */
export function mayBeScript(path: string, { mode }: Blob): boolean {
  const role = roleOfFile(path);
  if (!mode.startsWith("100") || isJudge(role) || isInProductionPlace(path)) return false;
  return role === "script" || mode === "100755" || SCRIPT.test(path) || CODE.test(path) || !ENDING.test(path);
}

/**
 * Whether a changed file that a contract opened is a part of what judges the work. Modules and data stay the worker's: a
 * file that other code may load as well is a script only if it says so in its first line, or lies with one that is known.
 */
export async function isScript(
  { path, before, after }: FileChange,
  { base, worker, judges }: { base: TreeView; worker: TreeView; judges: readonly string[] },
): Promise<boolean> {
  if (isInProductionPlace(path)) return false;
  if (roleOfFile(path) === "script" || SCRIPT.test(path)) return true;
  const isExecutable = before?.mode === "100755" || after?.mode === "100755";
  if (isExecutable && !CODE.test(path)) return true;
  const texts = [await base.text(path), await worker.text(path)];
  if (texts.some((text) => text?.startsWith("#!"))) return true;
  const folders = judges.map(folderOf).filter((folder) => folder !== "");
  return CODE.test(path) && folders.some((folder) => isBelow(path, folder));
}

const ENDING = /[^/]\.\w+$/;
const SCRIPT = /\.(?:sh|bash|zsh|ksh|fish|bats|awk|sed|pl|tcl|ps1|bat|cmd)$/i;
/** What may be a script, and may as well be a module. */
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|pm|php|lua|exs?|groovy|jl|r)$/i;

/**
 * Whether a file that a contract writes can be its result. Sources that it only formats or generates are the work; so is a
 * build that the base holds, for what is built anew says nothing about what was there.
 */
export function canBeResult({ path, before }: Pick<FileChange, "path" | "before">): boolean {
  if (isTestRole(roleOfFile(path))) return false;
  return before === null || isData(path);
}

/** Neither code nor text that people write. */
export const isData = (path: string): boolean => !(isInProductionPlace(path) || CODE.test(path) || SOURCE.test(path));

const SOURCE = /\.(?:vue|svelte|go|rs|java|kt|kts|scala|cs|swift|cc|cpp|c|h|hpp|css|scss|html|map|wasm|md|sql|proto)$/i;
