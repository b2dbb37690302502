import type { Plan } from "../../plan/model.ts";
import { slugOf } from "../../plan/plan-id.ts";
import type { FileSet, Parsed } from "../../ports/dialect.ts";
import { faults } from "../reading/faults.ts";
import { newPlan } from "../reading/new-plan.ts";
import { Reading } from "../reading/reading.ts";
import { type Overview, readOverview } from "./overview.ts";
import { readTask } from "./task.ts";
import { nameOf, taskFiles } from "./task-file.ts";
import { compareTaskList, listedStatuses, listing } from "./task-list.ts";
import { readWholeAsStep } from "./whole-plan.ts";

/** Reads a `.plan/` folder: `overview.md` and its task files. */
export function parseBranch(files: FileSet): Parsed {
  const source = files.files.find((file) => nameOf(file) === "overview.md") ?? {
    path: `${files.root}/overview.md`,
    text: "",
  };
  const reading = new Reading({ file: source.path, start: 0, end: 0 });
  const plan = newPlan("branch", files.root);
  const overview = readOverview(reading, source, plan);
  const tasks = taskFiles(reading, files, listing(overview.taskList));
  const statuses = listedStatuses(overview.taskList);
  for (const task of tasks) plan.steps.push(readTask(reading, task, plan.steps.length, statuses.get(task.number)));
  if (tasks.length === 0) readWithoutTasks(reading, overview, plan);
  else {
    reportUnusedVerification(reading, overview);
    if (overview.taskList.hasTable || !reading.partlyRead.has(source.path))
      compareTaskList(reading, overview.taskList, tasks, plan.steps, new Set(files.files.map(nameOf)));
  }
  plan.id = slugOf(plan.title);
  return reading.finish(plan, [source, ...tasks.map((task) => task.source)]);
}

/** Without task files the whole overview is one step, or the plan is finished and only its table is left. */
function readWithoutTasks(reading: Reading, overview: Overview, plan: Plan): void {
  const { rows, heading } = overview.taskList;
  if (rows.length > 0 && rows.every((row) => row.status === "done")) {
    plan.steps = rows.map((row) => row.asFinishedStep());
  } else if (rows.length > 0) compareTaskList(reading, overview.taskList, [], [], new Set());
  else if (overview.verification)
    plan.steps.push(readWholeAsStep(reading, overview.source, overview.verification, plan));
  else if (!heading && !reading.partlyRead.has(overview.source.path)) {
    const message = "there are no task files and no `## Verification` section";
    reading.report(faults.missingField, reading.positions.at(""), message, {
      help: "add `## Verification` with a `Command:` line, or break the plan into task files",
    });
  }
}

/** The harness runs the contract of each task; one in the overview would never be run. */
function reportUnusedVerification(reading: Reading, { source, verification }: Overview): void {
  if (!verification) return;
  const { from, to } = verification.heading;
  const message = "a plan with task files is proven by theirs; this section is never run";
  reading.report(faults.misplacedContract, { file: source.path, start: from, end: to }, message, {
    help: "move it into the task it proves",
  });
}
