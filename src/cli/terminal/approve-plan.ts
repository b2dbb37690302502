import type { OpenedRun } from "../../app/go-on.ts";
import type { PlanToRun } from "../../app/plan-to-run.ts";
import type { Candidate, RunOptions } from "../../app/run-plan.ts";
import { inOrder } from "../../diagnostics/diagnostic.ts";
import { visibleText } from "../../std/visible-text.ts";
import { approvalScreen, remarks } from "./approval-screen.ts";
import { exitCodes } from "./exit-codes.ts";
import { painter } from "./paint.ts";
import { canAsk, confirm } from "./prompt.ts";

/** What a person said on the command line about an approval. */
export type Consent = {
  /** Approve without a question. */
  isGiven: boolean;
  /** Nobody is to be asked, even where somebody could be: what is printed is for a program. */
  isJson: boolean;
  /** Steps that the file calls done are to be done again. */
  startOver: boolean;
  /** What is asked below the screen that shows the plan. */
  question: string;
  color: boolean;
};

/** Verifies a plan, shows it and has it approved. A number is the exit status when it was not: nothing has begun then. */
export async function approvePlan(
  plan: PlanToRun,
  options: RunOptions,
  { isGiven, isJson, startOver, question, color }: Consent,
): Promise<OpenedRun | number> {
  if (plan.diagnostics.some(({ severity }) => severity === "error")) return refuse(plan, color);
  const { approve, candidate } = await import("../../app/run-plan.ts");
  const found = await candidate(plan, options);
  const mayAsk = canAsk() && !isJson;
  if (!isGiven && !mayAsk) {
    const why = isJson ? "with --json nobody is asked" : "nobody is here to approve the plan";
    return complain(`${why}; --yes approves it as it stands`);
  }
  if (found.ticked.length > 0 && !startOver) {
    if (!mayAsk) return complain(`${tickedLine(found)}; --start-over begins with all steps pending`);
    if (!(await confirm(`${visibleText(tickedLine(found))}. Begin with all steps pending?`))) return declined();
  }
  if (isGiven) {
    for (const line of remarks(found)) process.stderr.write(`${visibleText(line)}\n`);
  } else {
    const { columns = 80, rows = 24 } = process.stderr;
    process.stderr.write(approvalScreen(found, { paint: painter(color), width: columns, height: rows }));
    if (!(await confirm(question))) return declined();
  }
  const { personName } = await import("../../app/person.ts");
  const via = isGiven ? "command-line" : "terminal";
  return approve(found, { by: personName(), via }, (line) => process.stderr.write(`${line}\n`));
}

async function refuse({ diagnostics, sources }: PlanToRun, color: boolean): Promise<number> {
  const found = inOrder(diagnostics);
  if (process.stderr.isTTY) {
    const { renderPretty } = await import("../../diagnostics/pretty.ts");
    process.stderr.write(renderPretty(found, sources, { color, width: process.stderr.columns }));
  } else {
    const { renderUnix } = await import("../../diagnostics/unix.ts");
    process.stderr.write(renderUnix(found, sources));
  }
  process.stderr.write("planwright: nothing was begun: what is wrong with the plan comes first\n");
  return exitCodes.failed;
}

function complain(told: string): number {
  process.stderr.write(`planwright: ${visibleText(told)}\n`);
  return exitCodes.usage;
}

function declined(): number {
  process.stderr.write("nothing was begun\n");
  return exitCodes.usage;
}

const tickedLine = ({ ticked, path }: Candidate): string =>
  `${path ?? "the plan"} calls ${ticked.length === 1 ? "step" : "steps"} ${ticked.slice(0, 10).join(", ")} done, and nothing proves it`;
