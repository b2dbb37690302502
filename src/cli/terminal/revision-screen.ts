import type { FoundRevision } from "../../app/deciding/revise-read.ts";
import { inWords } from "../../compare/in-words.ts";
import { visibleText } from "../../std/visible-text.ts";

/** What a person approves anew, gravest first, and what stays as they have approved it. */
export function revisionScreen({ run, changes, asApproved, forgone, warnings }: FoundRevision, path: string): string {
  const remarks = [
    `as approved: ${changes.length === 0 ? "all that the plan says" : `${stepsIn(asApproved)}all else that it says`}`,
    ...forgone,
    ...(warnings === 0 ? [] : [`${warnings === 1 ? "1 warning" : `${warnings} warnings`}: planwright verify ${path}`]),
  ];
  const text = inWords(run.branch.replace("refs/heads/", ""), path, changes);
  return `${text}${changes.length === 0 ? "" : "\n"}${remarks.map((line) => `${visibleText(line)}\n`).join("")}`;
}

function stepsIn(steps: FoundRevision["asApproved"]): string {
  if (steps.length === 0) return "";
  const numbers = steps.map(({ number, isDone }) => `${number}${isDone ? " (done)" : ""}`);
  return `${steps.length === 1 ? "step" : "steps"} ${numbers.join(", ")}, and `;
}
