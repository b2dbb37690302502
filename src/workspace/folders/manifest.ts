import { lstatSync, readlinkSync } from "node:fs";
import { covers, normalPath } from "../../plan/files.ts";
import { followedEntries } from "../../plan/followed-entries.ts";
import type { Tampering } from "../../record/verdict.ts";
import { fsPath, pathOf } from "../../std/path-bytes.ts";
import { hashFile } from "./hash-file.ts";
import { type Kind, kindOf, walkFolder } from "./walk-folder.ts";

/**
 * What nobody may touch, as it was. Plain data, so that it can be kept where no worker reaches it.
 * `items` is everything that the entries cover, `above` are the folders on the way to it, `missing` the entries that
 * cover nothing: what they name must not come into being.
 */
export type Manifest = { entries: string[]; items: Item[]; above: Item[]; missing: string[] };

/** `content` is the SHA-256 of a file's bytes, the target of a link, and else empty. */
export type Item = { path: string; kind: Kind; mode: number; links: number; content: string };

/**
 * Entries are read as `covers` does. Only what lies below the part of an entry without wildcards is looked at. Whoever
 * protects a path with a link in it means what is found there, so the place it leads to is protected as well.
 */
export function takeManifest(folder: string, entries: readonly string[]): Manifest {
  return lookAt(
    folder,
    followedEntries(entries, (path) => linkTarget(itemAt(folder, path))),
  );
}

const linkTarget = (item: Item | null | undefined): string | null => (item?.kind === "link" ? item.content : null);

function lookAt(folder: string, entries: readonly string[]): Manifest {
  const items = new Map<string, Item>();
  const above = new Map<string, Item>();
  for (const [start, below] of byStart(entries)) {
    const isReached = climb(folder, start, above);
    if (isReached) collect(folder, start, below, items);
  }
  const missing = entries.filter((entry) => ![...items.keys()].some((path) => covers(entry, path)));
  return { entries: [...entries], items: sorted(items), above: sorted(above), missing };
}

/** What has become otherwise, in the order of paths. */
export function compareManifest(folder: string, manifest: Manifest): Tampering[] {
  // Not by new links: they lead wherever their maker wants.
  const now = lookAt(folder, manifest.entries);
  const [items, itemsNow] = [byPath(manifest.items), byPath(now.items)];
  const aboveNow = byPath(now.above);

  const relinked = manifest.above.filter((item) => isRelinked(item, aboveNow.get(item.path)));
  const newlyAbove = now.above.filter((item) => item.kind === "link" && !byPath(manifest.above).has(item.path));
  const paths = new Set([...items.keys(), ...itemsNow.keys()]);
  return [
    ...[...relinked, ...newlyAbove].map(({ path }): Tampering => ({ path, what: "linked" })),
    ...[...paths].flatMap((path) => {
      const what = change(items.get(path), itemsNow.get(path));
      return what ? [{ path, what }] : [];
    }),
  ].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** The entries, by the longest beginning of theirs that has no wildcard. Entries that can name nothing are left out. */
function byStart(entries: readonly string[]): Map<string, string[]> {
  const starts = new Map<string, string[]>();
  for (const entry of entries) {
    const names = normalPath(entry).split("/");
    const wild = names.findIndex((name) => /[*?]/.test(name));
    const start = names.slice(0, wild === -1 ? names.length : wild);
    // No path in a repository goes up or into its git directory.
    if (entry.trim() === "" || start.includes("..") || start[0] === ".git") continue;
    starts.set(start.join("/"), [...(starts.get(start.join("/")) ?? []), entry]);
  }
  return starts;
}

/** Notes every folder on the way to `start`; false when a link or something that is no folder stands in the way. */
function climb(folder: string, start: string, above: Map<string, Item>): boolean {
  for (let end = start.indexOf("/"); end !== -1; end = start.indexOf("/", end + 1)) {
    const path = start.slice(0, end);
    const item = above.get(path) ?? itemAt(folder, path);
    if (item) above.set(path, item);
    if (item?.kind !== "folder") return false;
  }
  return true;
}

function collect(folder: string, start: string, entries: readonly string[], items: Map<string, Item>): void {
  const see = (path: string) => {
    // Its own git directory is not part of a folder's content.
    if (path === ".git" || path === "" || items.has(path)) return;
    if (!entries.some((entry) => covers(entry, path))) return;
    const item = itemAt(folder, path);
    if (item) items.set(path, item);
  };
  see(start);
  const isFolder = start === "" || itemAt(folder, start)?.kind === "folder";
  if (!isFolder) return;
  const prefix = start === "" ? "" : `${start}/`;
  walkFolder(
    start === "" ? folder : `${folder}/${start}`,
    (path) => see(prefix + path),
    (path) => prefix + path !== ".git",
  );
}

function itemAt(folder: string, path: string): Item | null {
  const place = `${folder}/${path}`;
  try {
    const stat = lstatSync(fsPath(place), { throwIfNoEntry: false });
    if (!stat) return null;
    const kind = kindOf(stat);
    // Folders inside a folder are links to it, and what they are is told by themselves.
    const links = kind === "folder" ? 1 : stat.nlink;
    return { path, kind, mode: stat.mode & 0o7777, links, content: contentOf(place, kind) };
  } catch (error) {
    // Something that is no folder stands where the path needs one.
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return null;
    return { path, kind: "unreadable", mode: 0, links: 1, content: "" };
  }
}

function contentOf(place: string, kind: Kind): string {
  if (kind === "file") return hashFile(place) ?? "";
  return kind === "link" ? pathOf(readlinkSync(fsPath(place), "buffer")) : "";
}

/** A link on the way leads wherever its maker wants, so what is found behind it proves nothing. */
const isRelinked = (before: Item, now: Item | undefined): boolean =>
  now?.kind === "link" && (before.kind !== "link" || before.content !== now.content);

function change(before: Item | undefined, now: Item | undefined): Tampering["what"] | null {
  if (!before) return now ? "created" : null;
  if (!now) return "deleted";
  if (before.kind !== now.kind) return "type";
  if (before.content !== now.content) return "changed";
  if (before.mode !== now.mode && before.kind !== "link") return "mode";
  return now.links > before.links ? "linked" : null;
}

const sorted = (items: ReadonlyMap<string, Item>): Item[] =>
  [...items.values()].sort((a, b) => (a.path < b.path ? -1 : 1));

const byPath = (items: readonly Item[]): Map<string, Item> => new Map(items.map((item) => [item.path, item]));
