import { lstatSync, unlinkSync } from "node:fs";
import type { TreeId } from "../../ports/git.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { placeIn, shownPath } from "../git/nul-paths.ts";
import { isFolder } from "../objects/plain-files.ts";
import type { Folders } from "../objects/tree-objects.ts";

/**
 * Takes away pipes, sockets and devices that stand in the place of attribute files: git would open a pipe and wait for
 * ever for somebody to write into it. No tree has a place for them, so nothing is lost; but the person's own checkout is
 * not ours to tidy up, and there it throws. Paths of folders are in latin1, and the top is empty.
 */
export function removeAttributePipes(git: HarnessGit, folder: string, folders: Iterable<string>): void {
  for (const above of folders) {
    const path = above === "" ? ".gitattributes" : `${above}/.gitattributes`;
    // Behind a link lies what is not in this folder, and git does not look there.
    if (!isSpecial(folder, path) || !isReached(folder, above)) continue;
    if (folder === git.facts.top) throw inTheWay(folder, path);
    try {
      unlinkSync(placeIn(folder, path));
    } catch (error) {
      throw inTheWay(folder, path, error);
    }
  }
}

/** The folders of a tree, the top among them. */
export function* foldersIn(itemsOf: Folders, tree: TreeId, path = ""): Generator<string> {
  yield path;
  for (const { name, mode, id } of itemsOf(tree))
    if (mode === "040000") yield* foldersIn(itemsOf, id, path === "" ? name : `${path}/${name}`);
}

/** Whether something is neither a file nor a link nor a folder. */
export function isSpecial(folder: string, path: string): boolean {
  try {
    const kind = lstatSync(placeIn(folder, path), { throwIfNoEntry: false });
    return kind !== undefined && !kind.isFile() && !kind.isSymbolicLink() && !kind.isDirectory();
  } catch {
    // No folder is on the way to it, or a closed one; whoever reads there says so.
    return false;
  }
}

const isReached = (folder: string, path: string): boolean =>
  path === "" || path.split("/").every((_, at, names) => isFolder(folder, names.slice(0, at + 1).join("/")));

const inTheWay = (folder: string, path: string, cause?: unknown): WorkspaceError =>
  new WorkspaceError(
    "unsupported",
    `${folder}/${shownPath(path)} is a pipe, a socket or a device, and git would wait for it for ever; remove it`,
    { cause },
  );
