import { type Command, InvalidArgumentError } from "commander";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

type Flags = { attempt?: number; json?: true };

export function addLog(planwright: Command, exit: Exit): void {
  planwright
    .command("log")
    .summary("show what has happened to a run, or what the agents of a step printed")
    .description("The journal of a run, one line per event. With a step, everything its agents have printed.")
    .argument("[run]", "a plan's id or a run's; the only one under way without it")
    .argument("[step]", "a step's number or id")
    .option("--attempt <number>", "one attempt only", countingNumber)
    .option("--json", "one JSON document per line")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined, step: string | undefined, flags: Flags, command: Command) => {
      const color = command.optsWithGlobals().color !== false && hasColor();
      exit(
        name !== undefined && step !== undefined ? await printed(name, step, flags) : await journal(name, flags, color),
      );
    });
}

const AFTER = `
Examples:
  planwright log rate-limit                  every event
  planwright log rate-limit 2 --attempt 1    what the agent printed
  planwright log rate-limit --json | jq .type

Exit status: 0; 2 there is no such run or step, or the command was wrong.`;

function countingNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("attempts are counted from 1.");
  return Number(text);
}

async function journal(name: string | undefined, { json, attempt }: Flags, color: boolean): Promise<number> {
  if (attempt !== undefined) {
    process.stderr.write("planwright: --attempt is for a step: planwright log RUN STEP --attempt 1\n");
    return exitCodes.usage;
  }
  const { runLog } = await import("../../app/log-run.ts");
  const { run, events } = await runLog(name);
  const { eventWords } = await import("../terminal/event-words.ts");
  const { painter } = await import("../terminal/paint.ts");
  const { printableJson } = await import("../terminal/printable-json.ts");
  const { dayAndClock } = await import("../terminal/time-words.ts");
  const paint = painter(color);
  for (const event of events) {
    if (json) process.stdout.write(`${printableJson(event, 0)}\n`);
    else {
      const { sign, tone, text } = eventWords(event, run);
      process.stdout.write(`${paint("dim", dayAndClock(event.at))} ${paint(tone, sign)} ${text}\n`);
    }
  }
  return exitCodes.ok;
}

async function printed(name: string, step: string, { attempt, json }: Flags): Promise<number> {
  const { transcripts } = await import("../../app/log-run.ts");
  const { plainLines } = await import("../terminal/plain-lines.ts");
  const { printableJson } = await import("../terminal/printable-json.ts");
  const all = await transcripts(name, step, attempt ?? null);
  for (const [index, transcript] of all.entries()) {
    if (json) {
      process.stdout.write(`${printableJson(transcript, 0)}\n`);
      continue;
    }
    const { number, attempt: which, leg, text } = transcript;
    const again = leg > 1 ? `, taken up the ${leg - 1}. time` : "";
    process.stderr.write(`${index > 0 ? "\n" : ""}step ${number}, attempt ${which}${again}:\n`);
    if (text === null) process.stderr.write("  nothing is kept of it any more\n");
    else if (text !== "") process.stdout.write(`${plainLines(text.replace(/\n$/, "")).join("\n")}\n`);
    else process.stderr.write("  it printed nothing\n");
  }
  return exitCodes.ok;
}
