import { type Command, InvalidArgumentError } from "commander";
import type { RunLog } from "../../app/looking/log-run.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

type Flags = { attempt?: number; json?: true };

export function addLog(planwright: Command, exit: Exit): void {
  planwright
    .command("log")
    .summary("show what has happened to a run, or to one of its steps")
    .description(
      "The journal of a run, one line per event. With a step, each attempt at it: what the agent printed, what each contract printed, and why it was refused.",
    )
    .argument("[run]", "a run, its plan or its branch; without it, the one under way, or else the newest")
    .argument("[step]", "a step's number or id")
    .option("--attempt <number>", "one attempt only", countingNumber)
    .option("--json", "one JSON document per line")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined, step: string | undefined, flags: Flags, command: Command) => {
      const color = command.optsWithGlobals().color !== false && hasColor();
      const names = [name, step].filter((each) => each !== undefined);
      exit(await inScene((scene) => log(scene, names, flags, color)));
    });
}

const AFTER = `
Examples:
  planwright log                             every event
  planwright log rate-limit 2 --attempt 1    what the agent and the contracts printed
  planwright log 2                           the same of all attempts, in the latest run
  planwright log rate-limit --json | jq .type

Exit status: 0; 2 there is no such run or step, or the command was wrong.`;

function countingNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("attempts are counted from 1.");
  return Number(text);
}

async function log(scene: Scene, names: readonly string[], { attempt, json }: Flags, color: boolean): Promise<number> {
  const { runLog } = await import("../../app/looking/log-run.ts");
  const { printableJson } = await import("../terminal/printable-json.ts");
  const found = await runLog(scene, names, attempt ?? null);
  const lines = json
    ? (found.attempts ?? found.events).map((each) => `${printableJson({ version: 1, ...each }, 0)}\n`)
    : await textsOf(found, color);
  const { folded } = await import("../terminal/folded.ts");
  // What was printed keeps its lines.
  const fitting = (text: string): string => (json || found.attempts !== null ? text : folded(text, process.stdout));
  for (const text of lines) process.stdout.write(fitting(text));
  return exitCodes.ok;
}

async function textsOf({ run, events, attempts, debugBranches }: RunLog, color: boolean): Promise<string[]> {
  const { painter } = await import("../terminal/paint.ts");
  const paint = painter(color);
  if (attempts !== null) {
    const { attemptText } = await import("../terminal/attempt-text.ts");
    return attempts.map((attempt, index) => `${index > 0 ? "\n" : ""}${attemptText(attempt, paint)}`);
  }
  const { eventWords } = await import("../../telling/event-words.ts");
  const { dayAndClock } = await import("../../std/time-words.ts");
  return events.map((event) => {
    const { sign, tone, text } = eventWords(event, { ...run, debugBranches });
    return `${paint("dim", dayAndClock(event.at))} ${paint(tone, sign)} ${text}\n`;
  });
}
