import type { ListedRun, RunReport, StepReport } from "../../app/status.ts";
import { visibleText } from "../../std/visible-text.ts";
import { cut } from "./fit.ts";
import type { Paint, Tone } from "./paint.ts";
import { firstLine } from "./plain-lines.ts";
import { answerHint } from "./question-text.ts";
import { ago } from "./time-words.ts";

/** A run in a list; `isFar` says that it may be another repository's. */
export function listedText(run: ListedRun, isFar: boolean, paint: Paint): string {
  const { words, tone } = stateOf(run);
  return lines([
    `${paint("bold", visibleText(run.planId))}  ${visibleText(run.title)}`,
    `  ${paint(tone, visibleText(words))}`,
    `  ${paint("dim", visibleText(`${summaryOf(run)}, ${run.id}`))}`,
    ...(isFar ? [`  ${paint("dim", visibleText(run.top))}`] : []),
  ]);
}

const summaryOf = ({ done, steps, branch, updatedAt }: ListedRun): string =>
  `${done} of ${steps} ${steps === 1 ? "step" : "steps"} done, ${branch.replace("refs/heads/", "")}, ${ago(updatedAt, Date.now())}`;

/** One run, step by step. */
export function reportText(report: RunReport, paint: Paint): string {
  const { words, tone } = stateOf(report);
  return lines([
    `${paint("bold", visibleText(report.title))}  ${paint("dim", visibleText(report.id))}`,
    paint(tone, visibleText(words)),
    paint("dim", visibleText(`${summaryOf(report)}, ${report.mode}, ${report.agent}`)),
    "",
    ...report.stepList.flatMap((step) => stepLines(step, paint)),
    ...report.questions.flatMap((question) => [
      "",
      `${paint("yellow", "?")} ${visibleText(question.headline)}`,
      `    planwright inbox ${visibleText(question.id)}`,
      `    ${answerHint(question)}`,
    ]),
  ]);
}

function stepLines(step: StepReport, paint: Paint): string[] {
  const [mark, tone] = step.isSkipped ? (["○", "yellow"] as const) : MARKS[step.status];
  const facts = [
    step.isSkipped ? "left out" : IN_WORDS[step.status],
    ...(step.attempts > 0 ? [`${step.attempts} ${step.attempts === 1 ? "attempt" : "attempts"}`] : []),
    ...(step.commit === null ? [] : [step.commit.slice(0, 10)]),
    ...(step.receipt === null ? [] : [`receipt ${step.receipt.slice(0, 12)}`]),
  ];
  const told = step.last === null || step.status === "done" ? "" : firstLine(step.last);
  return [
    `${paint(tone, mark)} ${visibleText(`${step.number}. ${step.title}`)}  ${paint("dim", facts.join(", "))}`,
    ...(told === "" ? [] : [paint("dim", cut(`    ${told}`, process.stdout.columns ?? 200))]),
  ];
}

const MARKS: Record<StepReport["status"], readonly [string, Tone]> = {
  pending: ["·", "dim"],
  active: ["▸", "cyan"],
  answered: ["▸", "cyan"],
  passed: ["▸", "green"],
  failed: ["✗", "red"],
  held: ["?", "yellow"],
  blocked: ["?", "yellow"],
  done: ["✓", "green"],
  abandoned: ["✗", "red"],
};

const IN_WORDS: Record<StepReport["status"], string> = {
  pending: "not begun",
  active: "under way",
  answered: "answered, goes on",
  passed: "its contract passes, not accepted yet",
  failed: "failed, will be tried again",
  held: "stopped",
  blocked: "waits for you",
  done: "done",
  abandoned: "given up",
};

/** The state of a run in words, the first that is true: what happens now comes before what happened. */
function stateOf(run: ListedRun): { words: string; tone: Tone } {
  const [first, ...others] = run.questions;
  switch (run.status) {
    case "done":
      return { words: "done", tone: "green" };
    case "failed":
      return { words: "failed", tone: "red" };
    case "draft":
      return { words: "went back to draft", tone: "dim" };
    default:
      if (run.carriedOutBy !== null) return { words: `carried out by ${run.carriedOutBy}`, tone: "cyan" };
      if (first) {
        const more = others.length > 0 ? ` (and ${others.length} more)` : "";
        return { words: `waiting for you: ${first.headline}${more}`, tone: "yellow" };
      }
      if (run.isPaused) return { words: "paused", tone: "yellow" };
      return { words: "stopped, nobody carries it out", tone: "yellow" };
  }
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
