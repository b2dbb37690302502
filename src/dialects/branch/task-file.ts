import type { SourceFile } from "../../diagnostics/span.ts";
import type { FileSet } from "../../ports/dialect.ts";
import { faults } from "../reading/faults.ts";
import type { Reading } from "../reading/reading.ts";

/** One task file and what its name says. */
export type TaskFile = { source: SourceFile; name: string; number: number; isDone: boolean };

const TASK = /^task-(\d{1,6})(\.done)?\.md$/;

/** The task files of a plan folder in the order of their numbers; files of any other name are reported. */
export function taskFiles(reading: Reading, files: FileSet): TaskFile[] {
  const tasks = files.files.flatMap((source) => {
    const name = nameOf(source);
    const match = TASK.exec(name);
    if (match) return [{ source, name, number: Number(match[1]), isDone: match[2] !== undefined }];
    if (name !== "overview.md") reportMisnamed(reading, source, name);
    return [];
  });
  return tasks.sort((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1));
}

export const nameOf = (file: SourceFile): string => file.path.slice(file.path.lastIndexOf("/") + 1);

function reportMisnamed(reading: Reading, source: SourceFile, name: string): void {
  const start = { file: source.path, start: 0, end: 0 };
  reading.report(faults.misnamedFile, start, `\`${name}\` is neither the overview nor a task file`, {
    help: "task files are called `task-01.md`, finished ones `task-01.done.md`; keep anything else outside the plan folder",
  });
}
