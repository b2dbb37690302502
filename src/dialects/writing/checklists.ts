import type { Step } from "../../plan/model.ts";
import { parseMarkdown } from "../reading/markdown.ts";
import { proseOf } from "../reading/prose.ts";
import type { Fitting } from "./fitting.ts";

/** Where a list of tick boxes inside the task means subtasks, such lists have to become subtasks. */
export function takeChecklists(fitting: Fitting): void {
  for (const step of fitting.plan.steps) {
    const source = { path: "", text: step.what };
    const { text, subtasks } = proseOf(source, parseMarkdown(source, 0), 0);
    if (subtasks.length === 0) continue;
    step.what = text.value;
    step.subtasks = [...subtasks.map(({ subtask }) => subtask), ...step.subtasks];
    fitting.lose("what", "tick boxes become subtasks", step);
  }
}

/** The What and, below it, its subtasks as tick boxes. */
export function taskText({ what, subtasks }: Step): string {
  if (subtasks.length === 0) return what;
  // A list that follows another list of the same marks would be one with it.
  const lastMark = /^ {0,3}([-*+]) /.exec(what.split("\n").findLast((line) => /^ {0,3}\S/.test(line)) ?? "")?.[1];
  const mark = lastMark === "-" ? "*" : "-";
  const boxes = subtasks.map(({ text, done }) => `${mark} [${done ? "x" : " "}] ${text}`);
  return [what, boxes.join("\n")].filter((part) => part !== "").join("\n\n");
}
