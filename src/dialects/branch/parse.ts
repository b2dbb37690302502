import type { Plan, Step } from "../../plan/model.ts";
import { slugOf } from "../../plan/plan-id.ts";
import type { FileSet, Parsed } from "../../ports/dialect.ts";
import { newPlan } from "../reading/new-plan.ts";
import { Reading } from "../reading/reading.ts";
import { type Overview, readOverview } from "./overview.ts";
import { readTask } from "./task.ts";
import { nameOf, taskFiles } from "./task-file.ts";
import { compareTaskList } from "./task-list.ts";
import { readWholeAsStep } from "./whole-plan.ts";

/** Reads a `.plan/` folder: `overview.md` and its task files (seed 000). */
export function parseBranch(files: FileSet): Parsed {
  const source = files.files.find((file) => nameOf(file) === "overview.md") ?? {
    path: `${files.root}/overview.md`,
    text: "",
  };
  const reading = new Reading({ file: source.path, start: 0, end: 0 });
  const plan = newPlan("branch", files.root);
  const overview = readOverview(reading, source, plan);
  const tasks = taskFiles(reading, files);
  for (const task of tasks) plan.steps.push(readTask(reading, task, plan.steps.length));
  if (tasks.length === 0) readWithoutTasks(reading, overview, plan);
  else compareTaskList(reading, overview.taskList, tasks, plan.steps);
  plan.id = slugOf(plan.title);
  return reading.finish(plan, [source, ...tasks.map((task) => task.source)]);
}

/** Without task files the whole overview is one step, or the plan is finished and only its table is left. */
function readWithoutTasks(reading: Reading, overview: Overview, plan: Plan): void {
  const { rows } = overview.taskList;
  if (rows.length > 0 && rows.every((row) => row.status === "done")) {
    plan.steps.push(...rows.map((row, index): Step => row.asFinishedStep(index)));
  } else if (rows.length > 0) compareTaskList(reading, overview.taskList, [], []);
  else plan.steps.push(readWholeAsStep(reading, overview, plan));
}
