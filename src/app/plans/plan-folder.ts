import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { type Diagnostic, diagnose } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/span.ts";
import { faults } from "../../dialects/reading/faults.ts";
import { withFile } from "../opening/file-access.ts";

/** The files of a plan folder. `isWhole` is false when one of them leads somewhere else and so was not read. */
export type PlanFolder = { files: SourceFile[]; diagnostics: Diagnostic[]; isWhole: boolean };

type Read = (path: string) => SourceFile;

/**
 * `overview.md` and its task files. Receipts and other folders below are not part of the plan's text. What is called
 * like a task or like Markdown, but not quite, comes along, so that it is not skipped in silence.
 */
export function readBranchFolder(root: string, read: Read): PlanFolder {
  const wanted = entriesOf(root).filter(
    (entry) => !entry.isDirectory() && /^task-|\.(?:md|markdown)$/i.test(entry.name),
  );
  return readEntries(root, wanted, read);
}

/**
 * `plan.md` and everything in `tasks/`: what is no Markdown comes along by its name alone. So do other Markdown files
 * beside `plan.md`, unless the folder is a whole repository.
 */
export function readThreadFolder(root: string, read: Read): PlanFolder {
  const top = entriesOf(root);
  const isRepository = top.some((entry) => entry.name === ".git");
  const isWanted = ({ name }: Dirent): boolean =>
    name === "plan.md" || (isRepository ? /^\d{2}-.*\.md$/ : /\.(?:md|markdown)$/i).test(name);
  const above = top.filter((entry) => !entry.isDirectory() && isWanted(entry));
  const tasks = top.find((entry) => entry.name === "tasks");
  if (!tasks) return readEntries(root, above, read);
  const link = linkAt(root, root, tasks);
  if (link && !link.staysInside) return { files: [], diagnostics: [link.diagnostic], isWhole: false };
  const below = tasks.isDirectory() || link ? tasksIn(root, read) : NOTHING;
  const own = readEntries(root, above, read);
  return {
    files: [...own.files, ...below.files],
    diagnostics: [...own.diagnostics, ...(link ? [link.diagnostic] : []), ...below.diagnostics],
    isWhole: own.isWhole && below.isWhole,
  };
}

const NOTHING: PlanFolder = { files: [], diagnostics: [], isWhole: true };

function tasksIn(root: string, read: Read): PlanFolder {
  const folder = join(root, "tasks");
  const entries = entriesOf(folder).filter((entry) => !entry.name.startsWith("."));
  const isText = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);
  const nameOnly = new Set(entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name)));
  return readEntries(
    folder,
    entries,
    (path) => (isText(path) && !nameOnly.has(path) ? read(path) : { path, text: "" }),
    root,
  );
}

function readEntries(folder: string, entries: readonly Dirent[], read: Read, root = folder): PlanFolder {
  const found: PlanFolder = { files: [], diagnostics: [], isWhole: true };
  for (const entry of entries) {
    const link = linkAt(root, folder, entry);
    if (link) found.diagnostics.push(link.diagnostic);
    if (link && !link.staysInside) found.isWhole = false;
    else found.files.push(read(join(folder, entry.name)));
  }
  return found;
}

/** Sorted, so that the same folder always reads the same. */
function entriesOf(folder: string): Dirent[] {
  const entries: Dirent[] = withFile(folder, () => readdirSync(folder, { withFileTypes: true }));
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Link = { staysInside: boolean; diagnostic: Diagnostic };

function linkAt(root: string, folder: string, entry: Dirent): Link | null {
  if (!entry.isSymbolicLink()) return null;
  const path = join(folder, entry.name);
  const target = realPath(path);
  const staysInside = target?.startsWith(`${realpathSync(root)}${sep}`) ?? false;
  const where = target === null ? "nowhere" : staysInside ? "to another file of the plan" : "out of the plan folder";
  const message = `\`${entry.name}\` is a symbolic link that leads ${where}`;
  const help = target === null ? "remove it" : "put the file itself here";
  return { staysInside, diagnostic: diagnose(faults.linkedFile, { file: path, start: 0, end: 0 }, message, { help }) };
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
