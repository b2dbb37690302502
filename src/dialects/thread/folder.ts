import type { SourceFile } from "../../diagnostics/span.ts";
import { slugOf } from "../../plan/plan-id.ts";
import type { FileSet } from "../../ports/dialect.ts";
import { faults } from "../reading/faults.ts";
import type { Reading } from "../reading/reading.ts";

/** One task file and what its name says. */
export type TaskFile = { source: SourceFile; name: string; number: number; slug: string };

/** The files of a plan folder, each in its role; tasks in the order of their indices. */
export type ThreadFolder = { plan: SourceFile | undefined; tasks: TaskFile[] };

const TASK = /^(\d{2})-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/;
/** What people call a task file instead, clear enough to be read as one. */
const NEAR_TASK = /^(?:task[-_ .]?)?(\d{1,6})(?!\d)(.*)\.(?:md|markdown)$/is;
const NEAR_PLAN = /^plan\.(?:md|markdown)$/i;

/**
 * Finds the plan and its tasks; files of any other name are reported. One whose index can be read is taken for a task
 * all the same, so that one slip is one fault, and not also a task that others depend on in vain.
 */
export function readFolder(reading: Reading, { root, files }: FileSet): ThreadFolder {
  const placed = files.map((source) => ({ source, place: placeIn(root, source) }));
  const tasks = placed.flatMap(({ source, place }) => {
    const name = nameInTasks(place);
    return name === null ? [] : (taskIn(reading, source, name) ?? []);
  });
  const above = placed.filter(({ place }) => nameInTasks(place) === null);
  const plan = above.find(({ place }) => place === "plan.md") ?? above.find(({ place }) => NEAR_PLAN.test(place));
  for (const { source, place } of above) {
    if (place === "plan.md") continue;
    const task = readName(source, place, TASK);
    reportStray(reading, source, place, plan?.source === source ? "plan" : task ? "task" : "stray");
    if (task && !tasks.some(({ number }) => number === task.number)) tasks.push(task);
  }
  return { plan: plan?.source, tasks: tasks.sort(byIndex) };
}

/** A file's path as the plan folder sees it, however the person spelt the folder: `plans`, `./plans/`, `.`. */
export const placeIn = (root: string, { path }: SourceFile): string =>
  segments(path).slice(segments(root).length).join("/");

function segments(path: string): string[] {
  const found: string[] = [];
  for (const segment of path.split("/")) {
    const above = found.at(-1);
    if (segment === ".." && above !== undefined && above !== "..") found.pop();
    else if (segment !== "" && segment !== ".") found.push(segment);
  }
  return found;
}

const nameInTasks = (place: string): string | null => (place.startsWith("tasks/") ? place.slice(6) : null);

/** `01`, as file names spell an index. */
export const indexText = (number: number): string => String(number).padStart(2, "0");

function taskIn(reading: Reading, source: SourceFile, name: string): TaskFile | null {
  const task = readName(source, name, TASK);
  if (task) return task;
  const meant = readName(source, name, NEAR_TASK);
  const start = { file: source.path, start: 0, end: 0 };
  const message = meant ? `\`${name}\` is not how a task file is called` : `\`${name}\` is not a task file`;
  const right = meant ? rightName(meant) : null;
  reading.report(faults.misnamedFile, start, message, { help: right ? `rename it to \`${right}\`` : NAMES });
  return meant;
}

const NAMES =
  "task files are called `01-what-it-does.md`: two digits, then lower-case words; keep anything else outside `tasks/`";

function readName(source: SourceFile, name: string, pattern: RegExp): TaskFile | null {
  const [, digits, slug = ""] = pattern.exec(name) ?? [];
  return digits === undefined ? null : { source, name, number: Number(digits), slug };
}

/** Null where the name leaves open what the right one is. */
function rightName({ number, slug }: TaskFile): string | null {
  return number > 99 || !/[a-z0-9]/i.test(slug) ? null : `${indexText(number)}-${slugOf(slug)}.md`;
}

const HELP = {
  plan: () => "rename it to `plan.md`",
  task: (name: string) => `move it to \`tasks/${name}\``,
  stray: () => "keep it outside the plan folder, or make it part of `plan.md` or of a task",
};

function reportStray(reading: Reading, source: SourceFile, name: string, role: keyof typeof HELP): void {
  const start = { file: source.path, start: 0, end: 0 };
  const message = role === "task" ? `the task \`${name}\` is not in \`tasks/\`` : `\`${name}\` is not a file of a plan`;
  reading.report(faults.misnamedFile, start, message, { help: HELP[role](name) });
}

const byIndex = (a: TaskFile, b: TaskFile): number => a.number - b.number || (a.name < b.name ? -1 : 1);
