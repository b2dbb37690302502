import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_FILE } from "../../config/repository-config.ts";
import type { TreeEntry } from "../../ports/git.ts";
import type { Snapshot } from "../../workspace/snapshot/snapshot.ts";
import { sizeOf } from "../opening/repository-paths.ts";

/** What a person should know about a tree before its contracts run. */
export const notesOn = (top: string, { nested, filtered }: Snapshot, entries: readonly TreeEntry[]): string[] => [
  ...nested.map((path) => `${path} is a repository of its own; what is in it is not part of the tree`),
  ...filtered.map((path) => `${path} passes through a filter of the repository's own; its base version is used`),
  ...entries
    .filter(({ mode }) => mode === "160000")
    .map(({ path }) => `${path} is a submodule: contracts see an empty folder, and what changed in it does not count`),
  ...policyInRepository(top),
];

/** Protection is the person's own matter; a repository that tries to decide it is not obeyed, and that is worth knowing. */
function policyInRepository(top: string): string[] {
  const file = join(top, CONFIG_FILE);
  // What is no file, such as a pipe, could never be read to its end.
  const text = sizeOf(file) === null ? "" : readFileSync(file, "utf8");
  return /^["']?sandbox["']?[ \t]*:/m.test(text)
    ? [`${CONFIG_FILE} says \`sandbox\`, which only your own policy outside the repository can decide`]
    : [];
}
