import { existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Diagnostic, diagnose } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/span.ts";
import { dialects } from "../../dialects/dialects.ts";
import { faults } from "../../dialects/reading/faults.ts";
import { resemblesSteps, saysTypePlan, steps } from "../../dialects/steps/dialect.ts";
import type { Dialect, FileSet } from "../../ports/dialect.ts";
import { Refused } from "../../std/refusal.ts";
import { withFile } from "../opening/file-access.ts";
import { originFaults } from "./origin.ts";
import { type PlanFolder, readBranchFolder, readThreadFolder } from "./plan-folder.ts";
import { readSource } from "./read-source.ts";

/** A plan as found on disk. `dialect` is null when nothing recognises it; `diagnostics` says so. */
export type OpenedPlan = {
  files: FileSet;
  dialect: Dialect | null;
  diagnostics: Diagnostic[];
  undecodable: ReadonlySet<string>;
};

/** Reads the plan a person named: a file, a plan folder, a file of one, or a repository with a `.plan/` folder. */
export function openPlan(path: string): OpenedPlan {
  const diagnostics: Diagnostic[] = [];
  const undecodable = new Set<string>();
  const read = (file: string): SourceFile => {
    const found = readSource(file);
    diagnostics.push(...found.diagnostics);
    if (found.diagnostics.length > 0) undecodable.add(file);
    return found.source;
  };
  const found = find(path, read);
  diagnostics.push(...found.diagnostics);
  const files: FileSet = { root: found.root, files: found.files };
  if (!found.isWhole) return { files, dialect: null, diagnostics, undecodable };
  const dialect = dialects.find((each) => each.detect(files)) ?? nearestDialect(files);
  // What could not be decoded may well be a plan.
  if (!dialect && undecodable.size === 0) diagnostics.push(notAPlan(files));
  if (dialect?.id === "json") diagnostics.push(...originFaults(dialect.parse(files)));
  return { files, dialect, diagnostics, undecodable };
}

type Read = (path: string) => SourceFile;
type Found = PlanFolder & { root: string };

function find(path: string, read: Read): Found {
  if (path === "") throw new Refused("not-a-plan", "an empty path names no plan");
  if (statOf(path).isDirectory()) return findInFolder(path, read);
  const folder = dirname(path);
  const name = basename(path);
  if (isBranchFile(folder, name)) return { root: folder, ...readBranchFolder(folder, read) };
  if (name === "plan.md" && hasTasks(folder)) {
    const whole = oneFile(path, read);
    return whole.files.some(saysTypePlan) ? whole : { root: folder, ...readThreadFolder(folder, read) };
  }
  const above = dirname(folder);
  const isTask = basename(folder) === "tasks" && TASK.test(name) && existsSync(join(above, "plan.md"));
  return isTask ? { root: above, ...readThreadFolder(above, read) } : oneFile(path, read);
}

const isBranchFile = (folder: string, name: string): boolean =>
  name === "overview.md" || (/^task-\d+(?:\.done)?\.md$/.test(name) && existsSync(join(folder, "overview.md")));

const oneFile = (path: string, read: Read): Found => ({
  root: path,
  files: [read(path)],
  diagnostics: [],
  isWhole: true,
});

const TASK = /^\d{2}-.*\.md$/;

const hasTasks = (folder: string): boolean =>
  isFolder(join(folder, "tasks")) && readdirSync(join(folder, "tasks")).some((name) => TASK.test(name));

function findInFolder(path: string, read: Read): Found {
  const inner = join(path, ".plan");
  if (basename(path) !== ".plan" && isFolder(inner) && holdsMoreThanFinished(inner)) return findInFolder(inner, read);
  const names = withFile(path, () => readdirSync(path));
  const [first, second] = ["overview.md", "plan.md", "plan.json"].filter((name) => names.includes(name));
  if (first !== undefined && second !== undefined) return twoPlans(path, first, second);
  switch (first) {
    case "overview.md":
      return { root: path, ...readBranchFolder(path, read) };
    case "plan.json":
      return oneFile(join(path, first), read);
    case "plan.md":
      return planFileOrThread(path, read);
    default:
      if (hasTasks(path)) return { root: path, ...readThreadFolder(path, read) };
      throw new Refused(
        "not-a-plan",
        `${path}: no plan in this folder (looked for .plan/, overview.md, plan.md and plan.json)`,
      );
  }
}

/** Plans that are over and done with are not meant by whoever names a repository. */
const holdsMoreThanFinished = (folder: string): boolean => readdirSync(folder).some((name) => name !== "done");

/** `plan.md` is a whole plan if it says so, and otherwise the head of a folder with tasks. */
function planFileOrThread(path: string, read: Read): Found {
  const whole = oneFile(join(path, "plan.md"), read);
  const isWholePlan = whole.files.some(saysTypePlan);
  if (isWholePlan) return hasTasks(path) ? twoPlans(path, "plan.md", "tasks") : whole;
  const isPlanFolder = basename(path) === ".plan" || isFolder(join(path, "tasks"));
  if (!isPlanFolder) return whole;
  return { root: path, ...readThreadFolder(path, read) };
}

function twoPlans(folder: string, first: string, second: string): Found {
  const span = { file: join(folder, second === "tasks" ? first : second), start: 0, end: 0 };
  const message =
    second === "tasks"
      ? "`plan.md` is a whole plan of its own, and there are tasks beside it"
      : `the folder holds \`${first}\` and \`${second}\`: two plans`;
  const diagnostic = diagnose(faults.twoPlans, span, message, {
    help: "name the one you mean by its own path, or keep each in a folder of its own",
  });
  return { root: folder, files: [], diagnostics: [diagnostic], isWhole: false };
}

/** A file that tries to be a plan gets told what it lacks; any other gets told that it is none. */
const nearestDialect = (files: FileSet): Dialect | null => (resemblesSteps(files) ? steps : null);

function notAPlan(files: FileSet): Diagnostic {
  const file = files.files[0]?.path ?? files.root;
  return diagnose(faults.notAPlan, { file, start: 0, end: 0 }, "this is not a plan in any dialect Planwright knows", {
    help: "a one-file plan starts with `---`, `type: plan`, `---`; a plan folder holds `overview.md` or `plan.md` with `tasks/`; a JSON plan has `goal` and `steps`",
  });
}

const statOf = (path: string): Stats => withFile(path, () => statSync(path));

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
