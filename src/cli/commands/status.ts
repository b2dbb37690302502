import type { Command } from "commander";
import type { ListedRun, RunReport, StepReport } from "../../app/status.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { cut } from "../terminal/fit.ts";
import { type Paint, painter, type Tone } from "../terminal/paint.ts";
import { firstLine } from "../terminal/plain-lines.ts";
import { answerHint } from "../terminal/question-text.ts";
import { stateOf } from "../terminal/run-words.ts";
import { ago } from "../terminal/time-words.ts";

type Flags = { json?: true; all?: true };

export function addStatus(planwright: Command, exit: Exit): void {
  planwright
    .command("status")
    .summary("say how runs stand, or one of them step by step")
    .description("List the runs of this repository. With a run, its steps: attempts, commits, receipts, questions.")
    .argument("[run]", "a plan's id or a run's")
    .option("--all", "the runs of all repositories")
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined, { json, all }: Flags, command: Command) => {
      const paint = painter(command.optsWithGlobals().color !== false && hasColor());
      exit(
        name === undefined ? await list(all ?? false, json ?? false, paint) : await show(name, json ?? false, paint),
      );
    });
}

const AFTER = `
Examples:
  planwright status              the runs of this repository
  planwright status rate-limit   one run, step by step
  planwright status --all --json

Exit status: 0; 2 there is no such run, or the command was wrong.`;

async function list(all: boolean, isJson: boolean, paint: Paint): Promise<number> {
  const { listRuns } = await import("../../app/status.ts");
  const runs = await listRuns({ all });
  if (isJson) await printJson({ version: 1, runs });
  else if (runs.length === 0) {
    const where = all ? "" : " in this repository";
    process.stdout.write(`nothing has run${where} yet; \`planwright run PLAN\` begins\n`);
  } else for (const run of runs) process.stdout.write(listedText(run, all, paint));
  return exitCodes.ok;
}

function listedText(run: ListedRun, all: boolean, paint: Paint): string {
  const { words, tone } = stateOf(run);
  return lines([
    `${paint("bold", visibleText(run.planId))}  ${visibleText(run.title)}`,
    `  ${paint(tone, visibleText(words))}`,
    `  ${paint("dim", visibleText(summaryOf(run)))}`,
    ...(all ? [`  ${paint("dim", visibleText(run.top))}`] : []),
  ]);
}

const summaryOf = ({ done, steps, branch, updatedAt }: ListedRun): string =>
  `${done} of ${steps} ${steps === 1 ? "step" : "steps"} done, ${branch.replace("refs/heads/", "")}, ${ago(updatedAt, Date.now())}`;

async function show(name: string, isJson: boolean, paint: Paint): Promise<number> {
  const { runReport } = await import("../../app/status.ts");
  const report = await runReport(name);
  if (isJson) await printJson({ version: 1, ...report });
  else process.stdout.write(reportText(report, paint));
  return exitCodes.ok;
}

function reportText(report: RunReport, paint: Paint): string {
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

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

async function printJson(value: unknown): Promise<void> {
  const { printableJson } = await import("../terminal/printable-json.ts");
  process.stdout.write(`${printableJson(value)}\n`);
}
