import type { Today } from "../../app/approval/contracts-today.ts";
import type { OpenedRun } from "../../app/go-on.ts";
import type { PlanToRun } from "../../app/plan-to-run.ts";
import type { Candidate, RunOptions } from "../../app/run-plan.ts";
import { visibleText } from "../../std/visible-text.ts";
import { exitCodes } from "./exit-codes.ts";
import { interruptible } from "./interruptible.ts";
import { painter } from "./paint.ts";
import { progressLine } from "./progress-line.ts";
import { canAsk, confirm } from "./prompt.ts";
import { refusePlan } from "./refuse-plan.ts";

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
  if (plan.diagnostics.some(({ severity }) => severity === "error"))
    return refusePlan(plan, { color, told: "nothing was begun" });
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
  if (isGiven) await tellRemarks(found);
  else {
    const today = await lookAtContracts(found);
    if (today === "interrupted") return exitCodes.interrupted;
    const { approvalScreen } = await import("./approval-screen.ts");
    const { columns = 80, rows = 24 } = process.stderr;
    const size = { width: columns, height: rows };
    process.stderr.write(approvalScreen({ ...found, today }, { paint: painter(color), ...size }));
    if (!(await confirm(question))) return declined();
  }
  const { personName } = await import("../../app/person.ts");
  const via = isGiven ? "command-line" : "terminal";
  return approve(found, { by: personName(), via }, (line) => process.stderr.write(`${line}\n`));
}

/** Whoever approves without looking is told the same, except for what would take time to find out. */
async function tellRemarks(found: Candidate): Promise<void> {
  const { remarks } = await import("../../app/approval/remarks.ts");
  const { grants } = await import("../../app/approval/grants.ts");
  const lines = [...grants(found), ...remarks({ ...found, today: null })];
  for (const line of lines) process.stderr.write(`${visibleText(line)}\n`);
}

/** As long as a person waits without wondering. */
const LONGEST_LOOK = 10;

async function lookAtContracts(found: Candidate): Promise<Today | "interrupted"> {
  const { contractsToday } = await import("../../app/approval/contracts-today.ts");
  const progress = progressLine();
  progress.show("looking at what the contracts say today…");
  return interruptible(async (signal) => {
    const looking = { seconds: LONGEST_LOOK, signal, onLine: progress.show };
    const today = await contractsToday(found, looking).finally(progress.clear);
    signal.throwIfAborted();
    return today;
  });
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
