import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { Step } from "../../plan/model.ts";
import { STEP_STATUSES, type StepStatus } from "../../plan/words.ts";
import { unescaped } from "../reading/escapes.ts";
import { faults } from "../reading/faults.ts";
import type { Reading } from "../reading/reading.ts";
import type { Section } from "../reading/sections.ts";
import { lineText, type SourceText } from "../reading/source-text.ts";
import { newStep } from "../reading/step-fields.ts";
import { quoted, wordOf } from "../reading/values.ts";
import { type TaskFile, taskIdOf, taskNumberOf } from "./task-file.ts";

/** One row of the Task List: `| # | Task File | Status | Result |`. */
export type Row = {
  number: SourceText;
  file: SourceText;
  status: StepStatus | undefined;
  statusCell: SourceText;
  resultCell: SourceText;
  result: string | undefined;
  asFinishedStep(): Step;
};

/** `heading` is null when there is no Task List. `names` are the files it names, those of unreadable rows included. */
export type TaskList = { heading: Span | null; hasTable: boolean; rows: Row[]; names: string[] };

export function readTaskList(reading: Reading, source: SourceFile, section: Section | undefined): TaskList {
  if (!section) return { heading: null, hasTable: false, rows: [], names: [] };
  const heading = { file: source.path, start: section.heading.from, end: section.heading.to };
  const table = section.blocks.find((block) => block.type === "table");
  if (table?.type !== "table") return { heading, hasTable: false, rows: [], names: [] };
  const rows = table.rows.map((cells) => cells.map((cell) => lineText(source, cell.from, cell.to)));
  return {
    heading,
    hasTable: true,
    rows: rows.flatMap((cells) => readRow(reading, cells) ?? []),
    names: rows.flatMap(([, file]) => (file ? [file.value] : [])),
  };
}

function readRow(reading: Reading, cells: readonly SourceText[]): Row | null {
  const [number, file, statusCell, resultCell] = cells;
  if (!number) return null;
  if (!file || !statusCell || !resultCell || cells.length > 4) {
    const span = { ...number.span, end: cells.at(-1)?.span.end ?? number.span.end };
    reading.report(faults.taskListMismatch, span, "this row does not have four cells", {
      help: "write `| # | Task File | Status | Result |`; a bar inside a cell is written `\\|`",
    });
    return null;
  }
  const value = { type: "text", span: statusCell.span, text: statusCell } as const;
  const status = wordOf(reading, value, statusCell.value, "status", STEP_STATUSES);
  const result = /^[—–-]*$/.test(resultCell.value) ? undefined : unescaped(resultCell.value, "|");
  const asFinishedStep = (): Step => finishedStep(number, file, result);
  return { number, file, status, statusCell, resultCell, result, asFinishedStep };
}

/** Whether a task of that number stands in the list; without a table nobody can say, so any may. */
export function listing({ hasTable, names }: TaskList): (number: number) => boolean {
  const numbers = new Set(names.map((name) => taskNumberOf(bare(name))));
  return (number) => !hasTable || numbers.has(number);
}

/** What the table says about each task, by its number. */
export const listedStatuses = ({ rows }: TaskList): ReadonlyMap<number | null, StepStatus | undefined> =>
  new Map(rows.map((row) => [taskNumberOf(bare(row.file.value)), row.status]));

/** What is left of a step once wrap-up has deleted its file. */
function finishedStep(number: SourceText, file: SourceText, result: string | undefined): Step {
  const step = newStep(idOf(file.value), Number(number.value) || 0);
  step.status = "done";
  step.title = result ?? step.id;
  if (result !== undefined) step.result = result;
  return step;
}

/**
 * Every row has its file, every file its row, and both say the same. Also notes each step's result and cells.
 * `names` are all the files of the plan folder: one that is there under a wrong name is not missing as well.
 */
export function compareTaskList(
  reading: Reading,
  list: TaskList,
  tasks: readonly TaskFile[],
  steps: readonly Step[],
  names: ReadonlySet<string>,
): void {
  if (!list.hasTable) {
    const place = list.heading ?? reading.positions.at("");
    const message = list.heading
      ? "there is no table under `## Task List`"
      : "the overview has no `## Task List`, but there are task files";
    reading.report(faults.taskListMismatch, place, message, {
      help: "add the table `| # | Task File | Status | Result |`",
    });
    return;
  }
  const places = new Map(tasks.map((task, index) => [idOf(task.name), index] as const).reverse());
  const seen = new Set<string>();
  for (const row of list.rows) {
    const id = idOf(row.file.value);
    const index = places.get(id) ?? -1;
    if (seen.has(id))
      reading.report(faults.taskListMismatch, row.file.span, `${quoted(bare(row.file.value))} stands above already`, {
        help: "keep one row for each task",
      });
    else if (index >= 0 || !names.has(bare(row.file.value)))
      compareRow(reading, row, index, tasks[index], steps[index]);
    seen.add(id);
  }
  const listed = new Set(list.names.map(idOf));
  for (const [index, task] of tasks.entries()) {
    if (listed.has(idOf(task.name))) continue;
    const message = `\`${task.name}\` is not in the Task List`;
    reading.report(faults.taskListMismatch, reading.positions.at(`/steps/${index}`), message, {
      help: `add \`| ${task.number} | ${task.name} | ${steps[index]?.status ?? "pending"} | — |\` to the overview`,
    });
  }
}

function compareRow(
  reading: Reading,
  row: Row,
  index: number,
  task: TaskFile | undefined,
  step: Step | undefined,
): void {
  const mismatch = (cell: SourceText, message: string, help: string, text?: string): void =>
    reading.report(faults.taskListMismatch, cell.span, message, {
      help,
      ...(text !== undefined && { fix: { title: `write \`${text}\``, edits: [replaceCell(cell.span, text)] } }),
    });
  if (!task || !step)
    return mismatch(row.file, `there is no file ${quoted(row.file.value)}`, "create the task file, or remove the row");
  noteCells(reading, row, step, index);
  if (bare(row.file.value) !== task.name)
    mismatch(row.file, `the file is called \`${task.name}\``, `write \`${task.name}\``, task.name);
  if (Number(row.number.value) !== task.number)
    mismatch(row.number, `the file's number is ${task.number}`, `write \`${task.number}\``, String(task.number));
  if (row.status && row.status !== step.status && isStatusRead(reading, index)) {
    mismatch(row.statusCell, `the task file says \`${step.status}\``, "make the table and the task file agree");
  }
}

/** A status that is not there, or cannot be read, has been reported in the task file. */
const isStatusRead = (reading: Reading, index: number): boolean =>
  reading.positions.has(`/steps/${index}/status`) &&
  !reading.hasFaultIn(reading.positions.at(`/steps/${index}/status`));

function noteCells(reading: Reading, row: Row, step: Step, index: number): void {
  const pointer = `/steps/${index}`;
  reading.positions.set(`${pointer}/@file-cell`, row.file.span);
  reading.positions.set(`${pointer}/@status-cell`, row.statusCell.span);
  reading.positions.set(`${pointer}/@result-cell`, row.resultCell.span);
  if (row.result === undefined) return;
  reading.positions.setText(`${pointer}/result`, row.resultCell);
  step.result = row.result;
}

const replaceCell = (span: Span, text: string) => ({ file: span.file, start: span.start, end: span.end, text });
/** Cells may hold the name as it is, in backticks or as a link. */
const bare = (name: string): string => name.replace(/^\[(.*)\]\(.*\)$/, "$1").replace(/^`|`$/g, "");
const idOf = (name: string): string => {
  const number = taskNumberOf(bare(name));
  return number === null ? bare(name) : taskIdOf(number);
};
