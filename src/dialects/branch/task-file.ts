import type { SourceFile } from "../../diagnostics/span.ts";
import type { FileSet } from "../../ports/dialect.ts";
import { faults } from "../reading/faults.ts";
import type { Reading } from "../reading/reading.ts";

/** One task file and what its name says. */
export type TaskFile = { source: SourceFile; name: string; number: number; isDone: boolean };

const TASK = /^task-(\d{1,6})(\.done)?\.md$/;
/** What people call a task file instead, clear enough to be read as one. */
const NEAR = /^task[-_ .]*(\d{1,6})(?:[-_ .][^.]*?)??([-_ .]done)?\.md$/i;

/**
 * The task files of a plan folder in the order of their numbers; files of any other name are reported. One that is
 * misnamed but listed is read all the same, so that one slip is one fault, and not also a task that seems missing.
 */
export function taskFiles(reading: Reading, files: FileSet, isListed: (number: number) => boolean): TaskFile[] {
  const tasks = files.files.flatMap((source) => taskFile(source, TASK) ?? []);
  for (const source of files.files) {
    const name = nameOf(source);
    if (name === "overview.md" || TASK.test(name)) continue;
    const meant = taskFile(source, NEAR);
    reportMisnamed(reading, source, name, meant);
    if (meant && isListed(meant.number) && !tasks.some((task) => task.number === meant.number)) tasks.push(meant);
  }
  return tasks.sort((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1));
}

/** The task a name means, `task-2.md` and `Task_02.done.md` alike; null for a name that is nothing like one. */
export function taskNumberOf(name: string): number | null {
  const number = NEAR.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/** `task-01` for every spelling of a task's number: `1`, `01`, `task-1`. */
export const taskIdOf = (number: number): string => `task-${String(number).padStart(2, "0")}`;

export const nameOf = (file: SourceFile): string => file.path.slice(file.path.lastIndexOf("/") + 1);

function taskFile(source: SourceFile, pattern: RegExp): TaskFile | null {
  const name = nameOf(source);
  const match = pattern.exec(name);
  return match ? { source, name, number: Number(match[1]), isDone: match[2] !== undefined } : null;
}

function reportMisnamed(reading: Reading, source: SourceFile, name: string, meant: TaskFile | null): void {
  const start = { file: source.path, start: 0, end: 0 };
  if (meant) {
    const right = `${taskIdOf(meant.number)}${meant.isDone ? ".done" : ""}.md`;
    return reading.report(faults.misnamedFile, start, `\`${name}\` is not how a task file is called`, {
      help: `rename it to \`${right}\``,
    });
  }
  reading.report(faults.misnamedFile, start, `\`${name}\` is neither the overview nor a task file`, {
    help: "task files are called `task-01.md`, finished ones `task-01.done.md`; keep anything else outside the plan folder",
  });
}
