import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { Step } from "../../plan/model.ts";
import { STEP_STATUSES, type StepStatus } from "../../plan/words.ts";
import { faults } from "../reading/faults.ts";
import type { Reading } from "../reading/reading.ts";
import type { Section } from "../reading/sections.ts";
import { lineText, type SourceText } from "../reading/source-text.ts";
import { newStep } from "../reading/step-fields.ts";
import { wordOf } from "../reading/values.ts";
import type { TaskFile } from "./task-file.ts";

/** One row of the Task List: `| # | Task File | Status | Result |`. */
export type Row = {
  number: SourceText;
  file: SourceText;
  status: StepStatus | undefined;
  statusCell: SourceText;
  resultCell: SourceText;
  result: string | undefined;
  asFinishedStep(index: number): Step;
};

/** `isWritten` tells an empty table from none. */
export type TaskList = { isWritten: boolean; rows: Row[] };

export function readTaskList(reading: Reading, source: SourceFile, section: Section | undefined): TaskList {
  return { isWritten: section !== undefined, rows: section ? rowsOf(reading, source, section) : [] };
}

function rowsOf(reading: Reading, source: SourceFile, section: Section): Row[] {
  const table = section.blocks.find((block) => block.type === "table");
  if (table?.type !== "table") return [];
  return table.rows.flatMap((cells) => {
    const [number, file, statusCell, resultCell] = cells.map((cell) => lineText(source, cell.from, cell.to));
    if (!number || !file || !statusCell || !resultCell) {
      const [first] = cells;
      const span = { file: source.path, start: first?.from ?? table.from, end: cells.at(-1)?.to ?? table.to };
      reading.report(faults.taskListMismatch, span, "this row does not have four cells", {
        help: "write `| # | Task File | Status | Result |`",
      });
      return [];
    }
    const status = wordOf(
      reading,
      { type: "text", span: statusCell.span, text: statusCell },
      statusCell.value,
      "status",
      STEP_STATUSES,
    );
    const result = /^[—–-]*$/.test(resultCell.value) ? undefined : resultCell.value;
    return [
      {
        number,
        file,
        status,
        statusCell,
        resultCell,
        result,
        asFinishedStep: () => finishedStep(number, file, result),
      },
    ];
  });
}

/** What is left of a step once wrap-up has deleted its file. */
function finishedStep(number: SourceText, file: SourceText, result: string | undefined): Step {
  const step = newStep(idOf(file.value), Number(number.value) || 0);
  step.status = "done";
  step.title = result ?? step.id;
  if (result !== undefined) step.result = result;
  return step;
}

/** Every row has its file, every file its row, and both say the same. Also notes each step's result and cells. */
export function compareTaskList(
  reading: Reading,
  list: TaskList,
  tasks: readonly TaskFile[],
  steps: readonly Step[],
): void {
  if (!list.isWritten) {
    reading.report(
      faults.taskListMismatch,
      reading.positions.at(""),
      "the overview has no `## Task List`, but there are task files",
      {
        help: "add the table `| # | Task File | Status | Result |`",
      },
    );
    return;
  }
  for (const row of list.rows) compareRow(reading, row, tasks, steps);
  for (const [index, task] of tasks.entries()) {
    if (list.rows.some((row) => namesSameTask(row.file.value, task.name))) continue;
    reading.report(
      faults.taskListMismatch,
      reading.positions.at(`/steps/${index}`),
      `\`${task.name}\` is not in the Task List`,
      {
        help: `add \`| ${task.number} | ${task.name} | ${steps[index]?.status ?? "pending"} | — |\` to the overview`,
      },
    );
  }
}

function compareRow(reading: Reading, row: Row, tasks: readonly TaskFile[], steps: readonly Step[]): void {
  const index = tasks.findIndex((task) => namesSameTask(row.file.value, task.name));
  const task = tasks[index];
  const step = steps[index];
  const mismatch = (cell: SourceText, message: string, help: string, text?: string): void =>
    reading.report(faults.taskListMismatch, cell.span, message, {
      help,
      ...(text !== undefined && { fix: { title: `write \`${text}\``, edits: [replaceCell(cell.span, text)] } }),
    });
  if (!task || !step)
    return mismatch(row.file, `there is no file \`${row.file.value}\``, "create the task file, or remove the row");
  noteCells(reading, row, step, index);
  if (bare(row.file.value) !== task.name)
    mismatch(row.file, `the file is called \`${task.name}\``, `write \`${task.name}\``, task.name);
  if (Number(row.number.value) !== task.number)
    mismatch(row.number, `the file's number is ${task.number}`, `write \`${task.number}\``, String(task.number));
  if (row.status && row.status !== step.status) {
    mismatch(row.statusCell, `the task file says \`${step.status}\``, "make the table and the task file agree");
  }
}

function noteCells(reading: Reading, row: Row, step: Step, index: number): void {
  const pointer = `/steps/${index}`;
  reading.positions.set(`${pointer}/@file-cell`, row.file.span);
  reading.positions.set(`${pointer}/@status-cell`, row.statusCell.span);
  reading.positions.set(`${pointer}/@result-cell`, row.resultCell.span);
  if (row.result !== undefined) step.result = reading.text(`${pointer}/result`, row.resultCell);
}

const replaceCell = (span: Span, text: string) => ({ file: span.file, start: span.start, end: span.end, text });
/** Cells may hold the name in backticks or as it is. */
const bare = (name: string): string => name.replace(/^`|`$/g, "");
const idOf = (name: string): string => bare(name).replace(/(?:\.done)?\.md$/, "");
const namesSameTask = (a: string, b: string): boolean => idOf(a) === idOf(b);
