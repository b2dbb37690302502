import { type Command, InvalidArgumentError } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

type Flags = { prompt?: true; attempt?: number; json?: true };

export function addShow(planwright: Command, exit: Exit): void {
  planwright
    .command("show")
    .summary("show a step as it was approved, or what its workers were told")
    .description(
      "Show one step of a run as it was approved. With --prompt, the text that went to its worker in each attempt, word for word.",
    )
    .argument("[run]", "a run, its plan or its branch; without it, the one under way, or else the newest")
    .argument("[step]", "a step by number or id")
    .option("--prompt", "what the worker was told: the task, the rules, what earlier attempts have shown, your notes")
    .option("--attempt <number>", "one attempt only", countingNumber)
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER)
    .action(async (run: string | undefined, step: string | undefined, flags: Flags, command: Command) => {
      const color = command.optsWithGlobals().color !== false && hasColor();
      const names = [run, step].filter((each) => each !== undefined);
      exit(await inScene((scene) => show(scene, names, flags, color)));
    });
}

const AFTER = `
Examples:
  planwright show rate-limit 2                       task, files and contract of step 2
  planwright show rate-limit 2 --prompt              what its worker was told, in every attempt
  planwright show 2 --prompt --attempt 1 > told.md   the same of one attempt, in the latest run

Exit status: 0; 2 there is no such run, step or attempt, or the command was wrong.`;

function countingNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("attempts are counted from 1.");
  return Number(text);
}

async function show(
  scene: Scene,
  names: readonly string[],
  { prompt, attempt, json }: Flags,
  color: boolean,
): Promise<number> {
  const { showStep } = await import("../../app/looking/show-step.ts");
  const shown = await showStep(scene, names, attempt ?? null);
  if (json) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    const { run, step, status, prompts } = shown;
    const about = { version: 1, run: run.id, plan: run.plan.id, step, status };
    process.stdout.write(`${printableJson(prompt || attempt ? { ...about, prompts } : about)}\n`);
    return exitCodes.ok;
  }
  const { painter } = await import("../terminal/paint.ts");
  const { promptsText, stepText } = await import("../terminal/step-text.ts");
  const paint = painter(color);
  process.stdout.write(prompt || attempt ? promptsText(shown, paint) : stepText(shown, paint));
  return exitCodes.ok;
}
