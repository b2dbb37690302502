import type { Standing } from "../../app/go-on.ts";
import { visibleText } from "../../std/visible-text.ts";
import { branchName, type ShownRun } from "./event-words.ts";
import { answerHint } from "./question-text.ts";

/** Where a run stands now, and what a person may do about it. */
export function standingText({ halt, open }: Standing, run: ShownRun): string {
  const { id } = run.plan;
  const branch = branchName(run);
  const resume = `planwright resume ${id}`;
  switch (halt) {
    case "done":
      return `${id} is done, and proven step by step on ${branch}\n  planwright audit ${branch}   proves it again\n  git merge ${branch}   takes it over\n`;
    case "failed":
      return `${id} has failed; what is accepted stays on ${branch}\n  planwright status ${id}   says where\n  ${resume}   begins what is unfinished anew\n`;
    case "cancelled":
      return `${id} went back to draft; what is accepted stays on ${branch}\n`;
    case "paused":
      return `${id} is paused\n  ${resume}   goes on\n`;
    case "stopped":
      return `${id} has stopped; what the worker left is kept\n  ${resume}   goes on\n`;
    case "waiting":
      return open.length === 0
        ? `${id} waits\n  planwright status ${id}   says for what\n`
        : `${id} waits for you:\n${open.map((each) => `  ${visibleText(each.headline)}\n    planwright inbox ${visibleText(each.id)}   shows what there is to know\n    ${answerHint(each)}\n`).join("")}`;
  }
}
