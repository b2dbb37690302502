import { type Dirent, existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Diagnostic, diagnose } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/span.ts";
import { dialects } from "../dialects/dialects.ts";
import { faults } from "../dialects/reading/faults.ts";
import { resemblesSteps, steps } from "../dialects/steps/dialect.ts";
import type { Dialect, FileSet } from "../ports/dialect.ts";
import { withFile } from "./file-access.ts";
import { readSource } from "./read-source.ts";
import { UsageError } from "./usage-error.ts";

/** A plan as found on disk. `dialect` is null when nothing recognises it; `diagnostics` says so. */
export type OpenedPlan = {
  files: FileSet;
  dialect: Dialect | null;
  diagnostics: Diagnostic[];
  undecodable: ReadonlySet<string>;
};

/** Reads the plan a person named: a Markdown file, a plan folder, or a repository with a `.plan/` folder. */
export function openPlan(path: string): OpenedPlan {
  const diagnostics: Diagnostic[] = [];
  const undecodable = new Set<string>();
  const read = (file: string): SourceFile => {
    const found = readSource(file);
    diagnostics.push(...found.diagnostics);
    if (found.diagnostics.length > 0) undecodable.add(file);
    return found.source;
  };
  const root = rootOf(path);
  const files: FileSet = { root, files: statOf(root).isDirectory() ? readFolder(root, read) : [read(root)] };
  const dialect = dialects.find((each) => each.detect(files)) ?? nearestDialect(files);
  // What could not be decoded may well be a plan.
  if (!dialect && undecodable.size === 0) diagnostics.push(notAPlan(files));
  return { files, dialect, diagnostics, undecodable };
}

/** `.plan/overview.md` and a task file beside it stand for their folder, and a repository for its `.plan/`. */
function rootOf(path: string): string {
  if (path === "") throw new UsageError("an empty path names no plan");
  const stats = statOf(path);
  if (!stats.isDirectory()) return isPartOfFolder(path) ? dirname(path) : path;
  const inner = join(path, ".plan");
  if (basename(path) !== ".plan" && isFolder(inner)) return rootOf(inner);
  const names = withFile(path, () => readdirSync(path));
  if (names.includes("overview.md")) return path;
  if (names.includes("plan.md")) return join(path, "plan.md");
  throw new UsageError(`${path}: no plan in this folder (looked for .plan/, overview.md and plan.md)`);
}

/**
 * A plan folder is its Markdown files; receipts and other folders below it are not part of the plan's text.
 * What is called like a task or like Markdown, but not quite, comes along, so that it is not skipped in silence.
 */
function readFolder(root: string, read: (file: string) => SourceFile): SourceFile[] {
  const entries: Dirent[] = withFile(root, () => readdirSync(root, { withFileTypes: true }));
  return entries
    .filter((entry) => !entry.isDirectory() && /^task-|\.(?:md|markdown)$/i.test(entry.name))
    .map((entry) => entry.name)
    .sort()
    .map((name) => read(join(root, name)));
}

/** A file that tries to be a plan gets told what it lacks; any other gets told that it is none. */
const nearestDialect = (files: FileSet): Dialect | null => (resemblesSteps(files) ? steps : null);

function notAPlan(files: FileSet): Diagnostic {
  const file = files.files[0]?.path ?? files.root;
  return diagnose(faults.notAPlan, { file, start: 0, end: 0 }, "this is not a plan in any dialect Planwright knows", {
    help: "a one-file plan starts with `---`, `type: plan`, `---`; a plan folder holds `overview.md`",
  });
}

const statOf = (path: string): Stats => withFile(path, () => statSync(path));

function isPartOfFolder(path: string): boolean {
  const name = basename(path);
  return (
    name === "overview.md" || (/^task-\d+(?:\.done)?\.md$/.test(name) && existsSync(join(dirname(path), "overview.md")))
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
