import type { Standing } from "../../app/hosting/go-on.ts";
import { visibleText } from "../../std/visible-text.ts";
import { branchName, type ShownRun } from "../../telling/event-words.ts";
import { isProvenThroughout, outcomeCounts } from "../../telling/outcome-words.ts";
import { answerHint } from "./question-text.ts";

/** Where a run stands now, and what a person may do about it. */
export function standingText(standing: Standing, run: ShownRun): string {
  return linesOf(standing, run)
    .map((line) => `${visibleText(line)}\n`)
    .join("");
}

function linesOf({ halt, open, outcomes }: Standing, run: ShownRun): string[] {
  const { id } = run.plan;
  const branch = branchName(run);
  const goOn = `  planwright resume ${id}   continues`;
  switch (halt) {
    case "done":
      return [
        `${id} is done: ${outcomeCounts(outcomes)}`,
        ...(isProvenThroughout(outcomes) ? [`proven step by step on ${branch}`] : []),
        `  planwright audit ${branch}   checks it again, from the branch alone`,
        `  planwright merge ${id}   merges it, if its contracts still pass then`,
      ];
    case "failed":
      return [
        `${id} has failed; what is accepted stays on ${branch}`,
        `  planwright status ${id}   says where`,
        `  planwright resume ${id}   starts the unfinished steps again`,
        `  planwright revise ${id}   lets you change the plan first`,
      ];
    case "cancelled":
      return [
        `${id} went back to draft; what is accepted stays on ${branch}`,
        ...afterCancel(id, branch, true).map((line) => `  ${line}`),
      ];
    case "paused":
      return [`${id} is paused`, goOn];
    case "stopped":
      return [`${id} has stopped; what was done so far is kept`, goOn];
    case "waiting":
      return [
        `${id} waits for you:`,
        ...open.flatMap((question) => [
          `  ${question.headline}`,
          `    planwright inbox ${question.id}   shows what there is to know`,
          `    ${answerHint(question)}`,
        ]),
      ];
  }
}

/** The ways on from draft. A branch on which nothing is accepted yet has nothing to go on from. */
export const afterCancel = (id: string, branch: string, isAnyAccepted: boolean): string[] => [
  `planwright revise ${id}   lets you change the plan, then continues`,
  ...(isAnyAccepted ? [`planwright resume --branch ${branch}   continues with the approved plan`] : []),
];
