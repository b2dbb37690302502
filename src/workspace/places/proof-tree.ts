import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProofTree, TreeId } from "../../ports/git.ts";
import { releaseClaim } from "../../std/claim.ts";
import { bootId } from "../../std/process-mark.ts";
import { writeOver } from "../../std/write-over.ts";
import { WorkspaceError } from "../errors.ts";
import { takeClaim } from "../folders/claim.ts";
import { leaveOwnFolder, makeOwnFolder } from "../folders/own-folder.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { moveTree } from "./move-tree.ts";
import { type Checkout, restoreTree } from "./restore-tree.ts";

/** It belongs to the one who opened it until it is closed. */
export type OpenProofTree = ProofTree & {
  /** The index of what the folder holds. */
  readonly index: string;
  close(): Promise<void>;
};

/**
 * The proof tree in `<folder>/tree`. While it is open anybody else, in this process or another, is refused with `locked`.
 * When a process dies the next one takes over.
 */
export function openProofTree(git: HarnessGit, folder: string): OpenProofTree {
  const own = makeOwnFolder(folder);
  const claim = takeClaim(own, "proof-lock", "");
  const checkout: Checkout = { tree: join(own, "tree"), index: join(own, "index") };
  const stateFile = join(own, "state.json");

  return {
    path: checkout.tree,
    index: checkout.index,
    async hold(tree) {
      const state = readState(stateFile);
      if (state.isClean && state.tree === tree && existsSync(checkout.tree)) return;
      // From here until the end nobody may believe that the folder holds anything.
      writeState(stateFile, { tree: null, isClean: false });
      // After a crash the index may be of another time than the files.
      const isMoved =
        state.isClean && state.tree !== null && (await moveTree(git, checkout, state.tree, tree).catch(isUnknown));
      if (!isMoved) await restoreTree(git, checkout, tree, { rewrite: state.tree === null });
      writeState(stateFile, { tree, isClean: true });
    },
    async soil() {
      const { tree } = readState(stateFile);
      writeState(stateFile, { tree, isClean: false });
    },
    async close() {
      releaseClaim(claim);
      leaveOwnFolder(own);
    },
  };
}

/** A repository that was deleted and made anew does not know what the folder held for the earlier one: it is filled anew. */
function isUnknown(error: unknown): false {
  if (error instanceof WorkspaceError && error.code === "missing-object") return false;
  throw error;
}

/** `tree` is null while the folder is between two trees. */
type State = { tree: TreeId | null; isClean: boolean };

/** What was written before the machine went down may not have reached the disk, so only this start of it counts. */
function readState(file: string): State {
  try {
    const { tree, isClean, boot } = JSON.parse(readFileSync(file, "utf8"));
    if (typeof tree === "string" && boot === bootId()) return { tree, isClean: isClean === true };
  } catch {}
  return { tree: null, isClean: false };
}

/**
 * One that is half another cannot be read, and is not believed. Not forced to the disk: whoever could miss it comes after
 * another start of the machine, and does not believe it either.
 */
function writeState(file: string, state: State): void {
  writeOver(file, JSON.stringify({ ...state, boot: bootId() }), 0o600);
}
