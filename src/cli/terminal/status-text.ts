import { spentText } from "../../app/looking/spending-meter.ts";
import type { ListedRun, RunReport, StepReport } from "../../app/looking/status.ts";
import { firstLine } from "../../std/plain-lines.ts";
import { ago } from "../../std/time-words.ts";
import { visibleText } from "../../std/visible-text.ts";
import { isProvenThroughout, OUTCOME_WORD, outcomeCounts } from "../../telling/outcome-words.ts";
import { cut } from "./fit.ts";
import type { Paint, Tone } from "./paint.ts";
import { answerHint } from "./question-text.ts";
import { afterCancel } from "./standing-text.ts";

/**
 * Runs in a list: those that are not over first, with the command that goes on, then the others in a line each. `isFar`
 * says that they may be other repositories'; `most` is how many of those that are over are shown.
 */
export function listText(
  runs: readonly ListedRun[],
  { isFar, most, paint }: { isFar: boolean; most: number; paint: Paint },
): string {
  const over = runs.filter(isOver);
  const hidden = Math.max(0, over.length - most);
  return lines([
    ...runs.filter((run) => !isOver(run)).flatMap((run) => openLines(run, isFar, paint)),
    ...over.slice(0, most).map((run) => overLine(run, { isFar, isNewest: isNewestOfPlan(run, runs), paint })),
    ...(hidden > 0 ? [paint("dim", `… and ${hidden} more that ${hidden === 1 ? "is" : "are"} over (--all)`)] : []),
  ]);
}

const OVER: ReadonlySet<ListedRun["state"]> = new Set(["done", "merged", "failed", "cancelled", "rejected"]);

const isOver = ({ state }: ListedRun): boolean => OVER.has(state);

function openLines(run: ListedRun, isFar: boolean, paint: Paint): string[] {
  const { words, tone } = stateOf(run);
  return [
    `${paint("bold", visibleText(run.planId))}  ${visibleText(run.title)}`,
    `  ${paint(tone, visibleText(words))}`,
    ...nextLines(run).map((line) => `  ${visibleText(line)}`),
    `  ${paint("dim", visibleText(`${summaryOf(run)}, ${run.id}`))}`,
    ...(isFar ? [`  ${paint("dim", visibleText(run.top))}`] : []),
  ];
}

type OverManner = { isFar: boolean; isNewest: boolean; paint: Paint };

function overLine(run: ListedRun, { isFar, isNewest, paint }: OverManner): string {
  const { words, tone } = stateOf(run);
  const next = run.state === "failed" && isNewest ? `: planwright resume ${run.planId}` : "";
  const facts = `${summaryOf(run)}, ${run.id}${isFar ? `, ${run.top}` : ""}`;
  return `${paint("bold", visibleText(run.planId))}  ${paint(tone, visibleText(`${words}${next}`))}  ${paint("dim", visibleText(facts))}`;
}

/** A plan's id means its newest run. */
const isNewestOfPlan = ({ id, planId, repository }: ListedRun, runs: readonly ListedRun[]): boolean =>
  runs.find((each) => each.planId === planId && each.repository === repository)?.id === id;

const summaryOf = ({ done, steps, branch, updatedAt }: ListedRun): string =>
  `${done} of ${steps} ${steps === 1 ? "step" : "steps"} done, ${branch.replace("refs/heads/", "")}, ${ago(updatedAt, Date.now())}`;

/** One run, step by step. */
export function reportText(report: RunReport, paint: Paint): string {
  const { words, tone } = stateOf(report);
  const spent = spentText(report);
  const outcomes = report.stepList.flatMap(({ outcome }) => outcome ?? []);
  return lines([
    `${paint("bold", visibleText(report.title))}  ${paint("dim", visibleText(report.id))}`,
    paint(tone, visibleText(report.why === null ? words : `${words}: ${firstLine(report.why)}`)),
    // Those who wait are shown below, each with its answers.
    ...(report.state === "waiting" ? [] : nextLines(report).map((line) => `  ${visibleText(line)}`)),
    paint("dim", visibleText(`${summaryOf(report)}, ${report.mode}, ${report.agent}`)),
    ...(outcomes.length === 0 ? [] : [outcomeCounts(outcomes)]),
    ...(spent === null ? [] : [paint("dim", `spent ${spent}`)]),
    "",
    ...report.stepList.flatMap((step) => stepLines(step, report.state === "carried-out", paint)),
    ...report.questions.flatMap((question) => [
      "",
      `${paint("yellow", "?")} ${visibleText(question.headline)}`,
      `    planwright inbox ${visibleText(question.id)}`,
      `    ${answerHint(question)}`,
    ]),
  ]);
}

function stepLines(step: StepReport, isCarriedOut: boolean, paint: Paint): string[] {
  const { mark, tone, words } = standingOf(step, isCarriedOut);
  const facts = [
    words,
    ...(step.attempts > 0 ? [`${step.attempts} ${step.attempts === 1 ? "attempt" : "attempts"}`] : []),
    ...(step.commit === null ? [] : [step.commit.slice(0, 10)]),
    ...(step.receipt === null ? [] : [`receipt ${step.receipt.slice(0, 12)}`]),
  ];
  const told = step.last === null || step.status === "done" ? "" : firstLine(step.last);
  return [
    `${paint(tone, mark)} ${visibleText(`${step.number}. ${step.title}`)}  ${paint("dim", facts.join(", "))}`,
    ...(told === "" ? [] : [paint("dim", cut(`    ${told}`, process.stdout.columns || 200))]),
  ];
}

/** What its status means while somebody carries the run out, or nobody does. */
function standingOf(
  { status, outcome, attempts }: StepReport,
  isCarriedOut: boolean,
): { mark: string; tone: Tone; words: string } {
  if (outcome !== null) {
    const words = OUTCOME_WORD[outcome];
    return isProvenThroughout([outcome]) ? { mark: "✓", tone: "green", words } : { mark: "○", tone: "yellow", words };
  }
  const [mark, tone] = MARKS[status];
  if (status === "active" && !isCarriedOut) return { mark, tone: "yellow", words: "interrupted" };
  return { mark, tone, words: status === "pending" && attempts > 0 ? "to be retried" : IN_WORDS[status] };
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
  pending: "not started",
  active: "running",
  answered: "answered, continues",
  passed: "its contract passes, not accepted yet",
  failed: "failed, will be retried",
  held: "stopped",
  blocked: "waits for you",
  done: "done",
  abandoned: "given up",
};

function stateOf(run: ListedRun): { words: string; tone: Tone } {
  const [first, ...others] = run.questions;
  switch (run.state) {
    case "done":
      return { words: "done", tone: "green" };
    case "failed":
      return { words: "failed", tone: "red" };
    case "merged":
      return { words: "merged", tone: "green" };
    case "cancelled":
      return { words: "cancelled", tone: "dim" };
    case "rejected":
      return { words: "rejected", tone: "dim" };
    case "carried-out":
      return { words: `running in ${run.carriedOutBy}`, tone: "cyan" };
    case "waiting": {
      const more = others.length > 0 ? ` (and ${others.length} more)` : "";
      return { words: `waiting for you: ${first?.headline}${more}`, tone: "yellow" };
    }
    case "paused":
      return { words: "paused", tone: "yellow" };
    case "unbegun":
      return { words: "approved, not started", tone: "yellow" };
    case "stopped":
      return { words: "stopped, not running", tone: "yellow" };
  }
}

/** What a person types next, and what that does. */
function nextLines({ state, planId, branch, done, questions }: ListedRun): string[] {
  const name = branch.replace("refs/heads/", "");
  switch (state) {
    case "done":
      return [`planwright merge ${planId}   merges it, if its contracts still pass then`];
    case "failed":
      return [
        `planwright resume ${planId}   starts the unfinished steps again`,
        `planwright revise ${planId}   lets you change the plan first`,
      ];
    case "merged":
      return [`planwright clean ${planId} --branches   removes what it has left`];
    case "cancelled":
      return afterCancel(planId, name, done > 0);
    case "rejected":
      return [];
    case "carried-out":
      return [`planwright watch ${planId}   looks on`];
    case "waiting":
      return questions.slice(0, 1).map(({ id }) => `planwright inbox ${id}   shows what there is to know`);
    case "paused":
    case "stopped":
      return [`planwright resume ${planId}   continues`];
    case "unbegun":
      return [`planwright resume ${planId}   starts it`];
  }
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
