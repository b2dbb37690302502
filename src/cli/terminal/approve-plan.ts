import type { Today } from "../../app/approving/contracts-today.ts";
import type { Candidate, RunOptions } from "../../app/approving/run-plan.ts";
import type { OpenedRun } from "../../app/hosting/go-on.ts";
import type { Scene } from "../../app/opening/scene.ts";
import type { PlanToRun } from "../../app/plans/plan-to-run.ts";
import { visibleText } from "../../std/visible-text.ts";
import { exitCodes } from "./exit-codes.ts";
import { folded } from "./folded.ts";
import { interruptible } from "./interruptible.ts";
import { painter } from "./paint.ts";
import { progressLine } from "./progress-line.ts";
import { canAsk, confirm, confirmInWord } from "./prompt.ts";
import { refusalText } from "./refusal-text.ts";
import { refusePlan } from "./refuse-plan.ts";
import { terminalSize } from "./terminal-size.ts";

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
  /** Steps that push or open a pull request without asking for it are let do so. */
  publish: boolean;
  /** What the plan may cost, in place of what it says itself. */
  budget: string | null;
  /** The plan is one step that its contract has to prove: wait for what it says, and begin only if something can fail. */
  mustProve?: boolean;
};

/** Verifies a plan, shows it and has it approved. A number is the exit status when it was not: nothing has begun then. */
export async function approvePlan(
  scene: Scene,
  written: PlanToRun,
  options: RunOptions,
  { isGiven, isJson, startOver, question, color, publish, budget, mustProve = false }: Consent,
): Promise<OpenedRun | number> {
  if (written.diagnostics.some(({ severity }) => severity === "error"))
    return refusePlan(written, { color, told: "nothing was started" });
  const { approve, candidate } = await import("../../app/approving/run-plan.ts");
  const mayAsk = canAsk() && !isJson;
  const limited = budget === null ? written : await limitedTo(written, budget);
  const plan = await allowedToPublish(limited, publish || (!isGiven && mayAsk ? "ask" : false));
  const found = await candidate(scene, plan, options);
  const { approvedByPolicy, mayBeAutoApproved } = await import("../../app/approving/auto-approval.ts");
  const nobody = isJson ? "--json asks no questions" : "there is no terminal to ask for approval";
  const isForPolicy = !isGiven && mayBeAutoApproved(scene, found);
  if (!isGiven && !mayAsk && !isForPolicy) return complain(`${nobody}; --yes approves it as it is`);
  if (found.ticked.length > 0 && !startOver) {
    if (!mayAsk) return complain(`${tickedLine(found)}; --start-over starts with all steps pending`);
    if (!(await confirm(`${visibleText(tickedLine(found))}. Begin with all steps pending?`))) return declined();
  }
  const today = await lookAtContracts(scene, found, mustProve || isForPolicy);
  if (today === "interrupted") return exitCodes.interrupted;
  const { missingTools, nothingToProve } = await import("../../app/approving/obstacles.ts");
  const against = [
    ...(isGiven ? missingTools(found.plan, today) : []),
    ...(mustProve ? nothingToProve(found.plan, today) : []),
  ];
  if (against.length > 0) return stopped(against);
  const told = (line: string): void => tell(`${visibleText(line)}\n`);
  const word = isForPolicy ? await approvedByPolicy(scene, found, today, { ...options, publish, startOver }) : null;
  if (word?.isApproved) {
    told(`approved by your policy: ${word.approval.by}`);
    return approve(scene, found, word.approval, told);
  }
  for (const line of word?.against ?? []) told(`your policy leaves it to you: ${refusalText(line)}`);
  if (!isGiven && !mayAsk) return complain(`${nobody}; --yes approves it as it is`);
  if (isGiven) await tellRemarks(found, today);
  else {
    const { approvalScreen } = await import("./approval-screen.ts");
    const { width, height } = terminalSize(process.stderr);
    process.stderr.write(approvalScreen({ ...found, today }, { paint: painter(color), width, height }));
    if (!(await confirmInWord(question))) return declined();
  }
  const via = isGiven ? "command-line" : "terminal";
  return approve(scene, found, { by: scene.person, via }, told);
}

async function limitedTo(plan: PlanToRun, budget: string): Promise<PlanToRun> {
  const { withBudget } = await import("../../app/approving/with-budget.ts");
  return withBudget(plan, budget);
}

/** A step that pushes or opens a pull request can only do so when it says that it needs to. */
async function allowedToPublish(plan: PlanToRun, publish: boolean | "ask"): Promise<PlanToRun> {
  const { unaskedPublishing, withPublishing } = await import("../../app/approving/publishing.ts");
  const steps = unaskedPublishing(plan.plan);
  if (steps.length === 0) return plan;
  const { spokenSteps } = await import("../../app/approving/spoken-steps.ts");
  const does = steps.length === 1 ? "pushes or opens a pull request, and does" : "push or open a pull request, and do";
  const told = `${spokenSteps(steps.map(({ number }) => number))} ${does} not say \`needs: publish\``;
  if (publish === "ask") {
    tell(`${visibleText(told)}: nothing could be pushed.\n`);
    const isLet = await confirm("Let Planwright push the branch and open the pull request there?");
    return isLet ? withPublishing(plan, steps) : plan;
  }
  if (publish) return withPublishing(plan, steps);
  tell(`${visibleText(told)}, so nothing is pushed; --publish lets Planwright push\n`);
  return plan;
}

/** Whoever approves without looking is told the same. */
async function tellRemarks(found: Candidate, today: Today): Promise<void> {
  const { remarks } = await import("../../app/approving/remarks.ts");
  const { grants } = await import("../../app/approving/grants.ts");
  const lines = [...grants(found), ...remarks({ ...found, today }).map(refusalText)];
  for (const line of lines) tell(`${visibleText(line)}\n`);
}

/** As long as a person waits without wondering. */
const LONGEST_LOOK = 10;
/** Longer than any contract may take that does not say so itself. */
const WHOLE_LOOK = 3600;

async function lookAtContracts(scene: Scene, found: Candidate, isWhole: boolean): Promise<Today | "interrupted"> {
  const { contractsToday } = await import("../../app/approving/contracts-today.ts");
  const progress = progressLine();
  progress.show("looking at what the contracts say today…");
  return interruptible(async (signal) => {
    // A set-up may take minutes, and where nobody watches a line that is rewritten is not there.
    const told = (line: string): void => tell(`${visibleText(line)}\n`);
    const onLine = isWhole && !process.stderr.isTTY ? told : progress.show;
    const looking = { seconds: isWhole ? WHOLE_LOOK : LONGEST_LOOK, signal, onLine };
    const today = await contractsToday(scene, found, looking).finally(progress.clear);
    signal.throwIfAborted();
    return today;
  });
}

const tell = (text: string): void => void process.stderr.write(folded(text, process.stderr));

function complain(told: string): number {
  tell(`planwright: ${visibleText(told)}\n`);
  return exitCodes.usage;
}

function stopped(why: readonly string[]): number {
  for (const line of why) tell(`planwright: ${visibleText(line)}\n`);
  process.stderr.write("nothing was started\n");
  return exitCodes.unverified;
}

function declined(): number {
  process.stderr.write("nothing was started\n");
  return exitCodes.usage;
}

const tickedLine = ({ ticked, path }: Candidate): string =>
  `${path ?? "the plan"} calls ${ticked.length === 1 ? "step" : "steps"} ${ticked.slice(0, 10).join(", ")} done, and nothing proves it`;
