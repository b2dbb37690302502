import { createHash } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TreeEntry, TreeId } from "../ports/git.ts";
import type { Tools } from "../ports/sandbox.ts";
import type { WorkspaceNeeds } from "./workspace-needs.ts";

/**
 * Everything that decides what a set-up leaves behind. `at` is the path it runs at, which some tools write down. `tree` is
 * the only one that may use it; null when it serves all that have the same lockfiles.
 */
export type SetUpCause = {
  config: Pick<WorkspaceNeeds, "setup" | "lockfiles" | "layers">;
  entries: readonly TreeEntry[];
  tools: Tools;
  at: string;
  tree: TreeId | null;
};

/** The same for two trees exactly when one set-up serves both. */
export function setUpKey({ config, entries, tools, at, tree }: SetUpCause): string {
  const { setup, lockfiles, layers } = config;
  const machine = [process.platform, process.arch, ...INTERPRETERS.map((name) => editionOf(name, tools))];
  return hashOf([setup, layers, lockedIn(entries, lockfiles), machine, at, ...(tree === null ? [] : [tree])]);
}

/** What the lockfiles of a tree are, as one word. */
export const lockStateOf = (entries: readonly TreeEntry[], lockfiles: readonly string[]): string =>
  hashOf(lockedIn(entries, lockfiles));

const lockedIn = (entries: readonly TreeEntry[], lockfiles: readonly string[]): string[][] =>
  entries
    .filter(({ path }) => lockfiles.some((file) => path === file || path.startsWith(`${file}/`)))
    .map(({ path, mode, id }) => [path, mode, id]);

export const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 20);

/** What is installed often fits one version of these only. */
const INTERPRETERS = ["node", "python3", "ruby", "php"];

/** Another one after an upgrade or a switch of versions. Asking the program itself would take a hundred times as long. */
function editionOf(name: string, { path }: Tools): string | null {
  for (const folder of path) {
    try {
      const program = realpathSync(join(folder, name));
      const { size, mtimeMs } = statSync(program);
      return `${program} ${size} ${mtimeMs}`;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
