import { slugOf } from "../../plan/plan-id.ts";
import type { FileSet, Parsed } from "../../ports/dialect.ts";
import { faults } from "../reading/faults.ts";
import { newPlan } from "../reading/new-plan.ts";
import { Reading } from "../reading/reading.ts";
import { readFolder } from "./folder.ts";
import { readPlanFile } from "./plan-file.ts";
import { readTask } from "./task.ts";

/** Reads a plan folder: `plan.md` and the task files in `tasks/`. */
export function parseThread(files: FileSet): Parsed {
  const start = { file: pathOf(files.root), start: 0, end: 0 };
  const reading = new Reading(start);
  const plan = newPlan("thread", files.root);
  const folder = readFolder(reading, files);
  if (folder.plan) readPlanFile(reading, folder.plan, plan);
  else
    reading.report(faults.missingField, start, "there is no `plan.md`", { help: "write one, with at least a title" });
  for (const [index, task] of folder.tasks.entries()) plan.steps.push(readTask(reading, task, index));
  plan.id = slugOf(plan.title);
  return reading.finish(plan, files.files);
}

const pathOf = (root: string): string => (root === "" || root.endsWith("/") ? `${root}plan.md` : `${root}/plan.md`);
