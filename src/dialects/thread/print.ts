import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { freeId, slugOf } from "../../plan/plan-id.ts";
import { firstLineAsTitle } from "../reading/first-line-title.ts";
import { parseMarkdown } from "../reading/markdown.ts";
import { isNothing } from "../reading/nothing.ts";
import { Reading } from "../reading/reading.ts";
import { PrintError } from "../writing/checked-print.ts";
import { keepFirstContract } from "../writing/contracts.ts";
import { type Fitted, Fitting } from "../writing/fitting.ts";
import { frontmatterText } from "../writing/frontmatter.ts";
import { renumber } from "../writing/numbering.ts";
import { putOnOneLine } from "../writing/one-line.ts";
import { planEntries } from "../writing/plan-entries.ts";
import { contractEntries, filesEntries, stepEntries } from "../writing/step-entries.ts";
import { dropTemplates } from "../writing/template.ts";
import { entries } from "../writing/written.ts";
import { indexText } from "./folder.ts";
import { readTaskBody } from "./task-body.ts";
import { KEBAB } from "./task-fields.ts";

/** What of a plan a folder with `plan.md` and task files can hold. */
export function fitThread(plan: Plan): Fitted {
  const fitting = new Fitting(plan);
  fitting.dropFromPlan(["owner", "risks", "prerequisites", "estimatedTotalTime"]);
  fitting.dropFromSteps(["reason", "toolsNeeded", "estimatedTime", "acceptsWhen", "expected"]);
  keepFirstContract(fitting);
  putOnOneLine(fitting);
  dropTicks(fitting);
  numberTasks(fitting);
  nameTasks(fitting);
  dropTemplates(fitting);
  tellEveryTask(fitting);
  return fitting.finish();
}

function dropTicks(fitting: Fitting): void {
  for (const step of fitting.plan.steps) {
    if (step.subtasks.some((subtask) => subtask.done)) fitting.lose("subtasks", "ticks are lost", step);
    for (const subtask of step.subtasks) subtask.done = false;
  }
}

/** Two digits: 00 to 99. Only where all of them are needed is the first one 00. */
const MOST = 100;

function numberTasks(fitting: Fitting): void {
  const { steps } = fitting.plan;
  if (steps.length > MOST)
    throw new PrintError(`a plan of ${steps.length} steps cannot be written as \`thread\`: it has room for ${MOST}`);
  if (steps.length < MOST) return renumber(fitting, 0, MOST - 1);
  for (const [index, step] of steps.entries()) {
    if (step.number === index) continue;
    fitting.lose("number", "steps are counted anew", step);
    step.number = index;
  }
}

/** The first task of an id keeps it, if it is one. `none` is how authors say that a task depends on nothing. */
function nameTasks(fitting: Fitting): void {
  const { steps } = fitting.plan;
  const isGood = (id: string): boolean => KEBAB.test(id) && !isNothing(id);
  const taken = new Set(steps.map((step) => step.id).filter(isGood));
  const kept = new Set<string>();
  fitting.renameSteps((step) => {
    const name = isGood(step.id) && !kept.has(step.id) ? step.id : freeId(idFor(step), taken);
    kept.add(name);
    taken.add(name);
    return name;
  }, "becomes unique, in lower case with hyphens");
}

/** What is called `3–N` for want of a name is called 3. */
function idFor({ id, template, number }: Step): string {
  if (id === template) return String(number);
  return isNothing(id) ? `task-${slugOf(id)}` : slugOf(id);
}

/** A task has a title and a body, though one of them may stand for both. */
function tellEveryTask(fitting: Fitting): void {
  for (const step of fitting.plan.steps) {
    if (step.what === "" && step.title !== "") {
      step.what = step.title;
      fitting.lose("what", "is empty, so the title stands in its place", step);
    } else if (step.title === "" && step.what !== "") {
      step.title = firstLineAsTitle(step.what);
      fitting.lose("title", "is empty, so the first line stands in its place", step);
    }
  }
}

/** Writes `plan.md` and one file for each task. */
export function writeThread(plan: Plan): SourceFile[] {
  return [{ path: "plan.md", text: planText(plan) }, ...plan.steps.map(taskFile)];
}

function planText(plan: Plan): string {
  return (
    frontmatterText({ title: plan.title, ...planEntries(plan) }) +
    bodyText([
      plan.what || undefined,
      section("Architecture & Design Decisions", plan.architecture),
      section("How", plan.how),
    ])
  );
}

function taskFile(step: Step): SourceFile {
  const { depends_on, agent, status, fail_count, ...others } = stepEntries(step);
  const [contract] = step.contracts;
  const { command, ...expectations } = contract ? contractEntries(contract) : {};
  const files = filesEntries(step.files);
  const head = entries({
    id: step.id,
    depends_on,
    agent,
    subtasks: step.subtasks.map(({ text }) => text),
    status,
    fail_count,
    result: step.result,
    ...others,
    files: Object.keys(files).length === 0 ? undefined : files,
    contract: command,
    ...expectations,
  });
  const text = `${frontmatterText(head)}${bodyText([titled(step), section("How", step.how)])}`;
  return { path: `tasks/${indexText(step.number)}-${slugOf(step.title)}.md`, text };
}

/** The heading is left out where the title is read from the What all the same. */
function titled({ title, what }: Step): string | undefined {
  if (what === "") return undefined;
  const source = { path: "", text: what };
  const body = readTaskBody(new Reading({ file: "", start: 0, end: 0 }), source, parseMarkdown(source, 0), 0);
  return body.title === title && body.heading === null ? what : `# ${title}\n\n${what}`;
}

const section = (heading: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `## ${heading}\n\n${text}`.trimEnd();

const bodyText = (parts: readonly (string | undefined)[]): string => {
  const written = parts.filter((part) => part !== undefined);
  return written.length === 0 ? "" : `${written.join("\n\n")}\n`;
};
