import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { json } from "../../dialects/json/dialect.ts";
import type { Plan } from "../../plan/model.ts";
import type { Mode } from "../../plan/words.ts";
import { type RunOutput, runProgram } from "../../programs/run-program.ts";
import type { AnswerValue, Question } from "../../record/question.ts";
import type { RunEvent } from "../../record/run-event.ts";
import { nod } from "../../rehearsal/person.ts";
import { type Scenario, scriptText } from "../../rehearsal/scenario.ts";
import { standInPlan } from "../../rehearsal/stand-in.ts";
import { markOf } from "../../std/process-mark.ts";
import { Refused } from "../../std/refusal.ts";
import { PLAYER, type Stage } from "./rehearse-stage.ts";

/** Everything that happened, which questions were nodded to, and the exit status that `run` would have ended with. */
export type Played = { events: RunEvent[]; answers: ReadonlyMap<string, AnswerValue>; exit: number };

/** Lets our own program carry the plan out on a stage, with agents who do what the scenario says. */
export async function play(
  stage: Stage,
  plan: Plan,
  scenario: Scenario,
  { mode, signal }: { mode: Mode | null; signal: AbortSignal },
): Promise<Played> {
  const { file, script } = writeScene(stage, plan, scenario);
  const events: RunEvent[] = [];
  const answers = new Map<string, AnswerValue>();
  const planwright = async (...args: string[]): Promise<number> => {
    const output = await started(stage, args, signal);
    events.push(...eventsIn(output));
    return output.status;
  };

  const agent = `scripted:${script}`;
  let exit = await planwright("run", file, "--yes", "--json", "--agent", agent, ...(mode ? ["--mode", mode] : []));
  for (let question = waiting(events, answers); question !== null; question = waiting(events, answers)) {
    const value = nod(question);
    if (value === null) break;
    answers.set(question.id, value);
    exit = await planwright("answer", question.id, value, "--continue", "--json");
  }
  return { events, answers, exit };
}

/** All scenarios share a repository, so each has a plan of its own name, and a branch with it. */
function writeScene({ folder, top }: Stage, plan: Plan, scenario: Scenario): { file: string; script: string } {
  const { name, budget } = scenario;
  const printed = json.print(standInPlan(plan, { title: `${name}: ${plan.title}`, budget }));
  // In the repository, because what a plan says about files is verified against the one that it lies in.
  const plans = join(top, ".rehearsal");
  mkdirSync(plans, { recursive: true });
  const [file, script] = [join(plans, `${name}.json`), join(folder, `${name}.yaml`)];
  writeFileSync(file, printed.files[0]?.text ?? "");
  writeFileSync(script, scriptText(scenario));
  return { file, script };
}

async function started({ folder, top, env }: Stage, args: readonly string[], signal: AbortSignal): Promise<RunOutput> {
  const argv = [process.execPath, entry(), ...args];
  // It would outlive us if we were killed; whoever takes the stage away then ends it first.
  const onStart = (pid: number): void => writeFileSync(join(folder, PLAYER), JSON.stringify(markOf(pid)));
  const output = await runProgram(argv, { cwd: top, env, signal, stopWith: "SIGTERM", onStart });
  signal.throwIfAborted();
  if (output.stdout.length > 0 && output.status !== FAULT) return output;
  // What is wrong is the machine, or the plan in a way that its own dialect does not show; or it is we.
  const said = output.stderr.toString().trim().split("\n").at(-1) ?? "";
  const told = `the rehearsal cannot go on: ${said.replace(/^planwright: /, "")}`;
  throw output.status === FAULT ? new Error(told) : new Refused("failed", told);
}

/** With which the program ends when it is to blame. */
const FAULT = 70;

/** The file that this very program was started from: of the built package, or of the checkout. */
function entry(): string {
  const built = join(import.meta.dirname, "..", "planwright.js");
  return existsSync(built) ? built : join(import.meta.dirname, "../..", "cli", "start.ts");
}

/** What an agent's tools do is printed among the events, and has no number. */
const eventsIn = ({ stdout }: RunOutput): RunEvent[] =>
  stdout
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter((event) => typeof event.seq === "number");

function waiting(events: readonly RunEvent[], answers: Played["answers"]): Question | null {
  const last = events.findLast((event) => event.type === "asked");
  return last === undefined || answers.has(last.question.id) ? null : last.question;
}
