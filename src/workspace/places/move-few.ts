import { lstatSync, readFileSync, rmdirSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import type { Blob, FileChange, TreeId } from "../../ports/git.ts";
import { bytesOf } from "../../std/path-bytes.ts";
import { writeOver } from "../../std/write-over.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { nulPaths, placeIn } from "../git/nul-paths.ts";
import { attributesAbove, foldersAbove } from "../objects/attribute-files.ts";
import {
  entryAt,
  findEntry,
  type IndexEntry,
  type IndexFile,
  indexOf,
  indexWith,
  isSealed,
  parseIndex,
} from "../objects/index-file.ts";
import { isAsNoted } from "../objects/noted-stat.ts";
import { isFolder } from "../objects/plain-files.ts";
import { treeObjects } from "../objects/tree-objects.ts";
import type { Checkout } from "./restore-tree.ts";
import { writePlain } from "./write-plain.ts";

/**
 * Makes these changes in a folder and in its index, at a price that depends on them and hardly on the tree. Files are
 * written by git, which sees an index of only those, unless they are plain. `unclean` when something is not as the index has it, and then the
 * folder may be anything; `unsuited`, with nothing touched, when only git itself would do it as git does.
 */
export async function moveFew(
  git: HarnessGit,
  { tree, index }: Checkout,
  to: TreeId,
  shown: readonly FileChange[],
): Promise<"moved" | "unclean" | "unsuited"> {
  const changes = shown.map((change) => ({ ...change, path: bytesOf(change.path).toString("latin1") }));
  const known = parseIndex(git, readFileSync(index));
  if (known === null || changes.some(isSubmodule)) return "unsuited";
  // Whoever writes an index anew vouches for all of it.
  if (!isSealed(git, known)) return "unclean";
  const attributes = await plainAttributes(git, to, changes);
  if (attributes === null) return "unsuited";
  if (!changes.every(({ path, before }) => isAsBelieved(tree, known, path, before))) return "unclean";
  const old = changes.filter(({ before }) => before !== null).map(({ path }) => path);
  if (![...foldersAbove(old)].every((folder) => isFolder(tree, folder))) return "unclean";

  const gone = changes.filter(({ after }) => after === null).map(({ path }) => path);
  const put = changes.flatMap(({ path, after }) => (after === null ? [] : [{ path, ...after }]));
  removeFiles(tree, gone);
  if (!changes.every(({ path, before }) => before !== null || isFree(tree, path))) return "unclean";
  const written = put.length === 0 ? [] : await writeFiles(git, { tree, index: `${index}.few` }, put, attributes);
  if (written === null) return "unclean";

  const edits = new Map<string, IndexEntry | null>(gone.map((path) => [path, null]));
  for (const entry of written) edits.set(entry.path, entry);
  const bytes = indexWith(git, known, edits);
  if (bytes === null) return "unclean";
  replaceIndex(index, bytes);
  return "moved";
}

const isSubmodule = ({ before, after }: FileChange): boolean => before?.mode === "160000" || after?.mode === "160000";

type Entry = Blob & { path: string };

/**
 * The attribute files that rule how these files are written; null where git could read them in two ways. On this way git
 * takes them from the folder, and otherwise from the tree, so they must be the same text in both.
 */
async function plainAttributes(git: HarnessGit, to: TreeId, changes: readonly FileChange[]): Promise<Entry[] | null> {
  const paths = changes.map(({ path }) => path);
  const files = attributesAbove(await treeObjects(git).whole(to), to, paths);
  const contents = await git.objects.read(files.map(({ id }) => id));
  const arePlain =
    files.every(({ mode }) => mode.startsWith("100")) &&
    contents.every(({ bytes }) => !bytes.includes("\r") && !bytes.includes("working-tree-encoding"));
  return arePlain ? files.map(({ path, mode, id }) => ({ path, mode: mode as Blob["mode"], id })) : null;
}

/** Whether the folder and its index have a file as it should be, or neither has any. */
function isAsBelieved(tree: string, index: IndexFile, path: string, blob: Blob | null): boolean {
  const place = findEntry(index, path);
  if (blob === null || place < 0) return blob === null && place < 0;
  const entry = entryAt(index, place);
  return entry.mode === blob.mode && entry.id === blob.id && isUntouched(tree, entry);
}

function isUntouched(tree: string, { path, stat }: IndexEntry): boolean {
  const now = lstatSync(placeIn(tree, path), { bigint: true, throwIfNoEntry: false });
  return now !== undefined && isAsNoted(stat, now);
}

/** Takes files away, and folders that become empty. */
function removeFiles(tree: string, paths: readonly string[]): void {
  for (const path of paths) unlinkSync(placeIn(tree, path));
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      try {
        rmdirSync(placeIn(tree, path.slice(0, end)));
      } catch {
        // Something is left in it, or it went with another file.
        break;
      }
    }
}

function isFree(tree: string, path: string): boolean {
  return lstatSync(placeIn(tree, path), { throwIfNoEntry: false }) === undefined;
}

/** The entries for what was written; null when a file is not as git noted. */
async function writeFiles(
  git: HarnessGit,
  { tree, index }: Checkout,
  files: readonly Entry[],
  attributes: readonly Entry[],
): Promise<IndexEntry[] | null> {
  const plain = attributes.length === 0 ? writePlain(git, tree, files) : null;
  if (plain !== null) return plain;
  try {
    rmSync(`${index}.lock`, { force: true });
    writeFileSync(index, indexOf(git, [...files, ...attributes]));
    const write = ["checkout-index", "--force", "--index", "-q", "-z", "--stdin"];
    await git.run(write, { workTree: tree, index, input: nulPaths(files.map(({ path }) => path)) });
    const noted = parseIndex(git, readFileSync(index));
    if (noted === null || !files.every(({ path, mode, id }) => isAsBelieved(tree, noted, path, { mode, id })))
      return null;
    return files.map(({ path }) => entryAt(noted, findEntry(noted, path)));
  } finally {
    rmSync(index, { force: true });
  }
}

/**
 * A file that changed again in the moment in which the index was written looks as it did. Git knows such files by the age
 * of the index, so the new one must not be younger than the old one; then git reads all that was written since.
 * A sixty-fourth of a second has an exact spelling in every unit, so this age stays the same from one time to the next.
 * Nobody else reads it, and after a crash nobody believes it.
 */
function replaceIndex(index: string, bytes: Buffer): void {
  const age = Math.floor((statSync(index).mtimeMs * 64) / 1000) / 64;
  writeOver(index, bytes);
  utimesSync(index, age, age);
}
