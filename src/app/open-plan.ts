import { type Dirent, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Diagnostic, diagnose } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/span.ts";
import { dialects } from "../dialects/dialects.ts";
import { faults } from "../dialects/reading/faults.ts";
import { resemblesSteps, steps } from "../dialects/steps/dialect.ts";
import type { Dialect, FileSet } from "../ports/dialect.ts";
import { decodeUtf8 } from "../std/decode-utf8.ts";
import { withFile } from "./file-access.ts";
import { UsageError } from "./usage-error.ts";

/** A plan as found on disk. `dialect` is null when nothing recognises it; `diagnostics` says so. */
export type OpenedPlan = {
  files: FileSet;
  dialect: Dialect | null;
  diagnostics: Diagnostic[];
  undecodable: ReadonlySet<string>;
};

const LARGEST = 64 * 1024 * 1024;

/** Reads the plan a person named: a Markdown file, a plan folder, or a repository with a `.plan/` folder. */
export function openPlan(path: string): OpenedPlan {
  const diagnostics: Diagnostic[] = [];
  const undecodable = new Set<string>();
  const read = (file: string): SourceFile => readSource(file, diagnostics, undecodable);
  const root = rootOf(path);
  const files: FileSet = { root, files: statOf(root).isDirectory() ? readFolder(root, read) : [read(root)] };
  const dialect = dialects.find((each) => each.detect(files)) ?? nearestDialect(files);
  if (!dialect) diagnostics.push(notAPlan(files));
  return { files, dialect, diagnostics, undecodable };
}

/** `.plan/overview.md` stands for its folder, and a repository for its `.plan/`. */
function rootOf(path: string): string {
  const stats = statOf(path);
  if (!stats.isDirectory()) return basename(path) === "overview.md" ? dirname(path) : path;
  const inner = join(path, ".plan");
  if (basename(path) !== ".plan" && isFolder(inner)) return rootOf(inner);
  const names = withFile(path, () => readdirSync(path));
  if (names.includes("overview.md")) return path;
  if (names.includes("plan.md")) return join(path, "plan.md");
  throw new UsageError(`${path}: no plan in this folder (looked for .plan/, overview.md and plan.md)`);
}

/** A plan folder is its Markdown files; receipts and other folders below it are not part of the plan's text. */
function readFolder(root: string, read: (file: string) => SourceFile): SourceFile[] {
  const entries: Dirent[] = withFile(root, () => readdirSync(root, { withFileTypes: true }));
  return entries
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".md"))
    .map((entry) => entry.name)
    .sort()
    .map((name) => read(join(root, name)));
}

function readSource(path: string, diagnostics: Diagnostic[], undecodable: Set<string>): SourceFile {
  const stats = statOf(path);
  if (!stats.isFile()) throw new UsageError(`${path}: not a file`);
  if (stats.size > LARGEST) throw new UsageError(`${path}: larger than 64 MB, which no plan is`);
  const { text, faults: places } = decodeUtf8(withFile(path, () => readFileSync(path)));
  for (const { kind, offset, length, bytes } of places) {
    const what = kind === "nul" ? "a NUL byte stands here" : `the bytes ${bytes} are not UTF-8`;
    const help = kind === "nul" ? "remove it" : "save the file as UTF-8";
    const span = { file: path, start: offset, end: offset + length };
    diagnostics.push(diagnose(faults.unreadableText, span, what, { help }));
  }
  if (places.length > 0) undecodable.add(path);
  return { path, text };
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

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
