import type { Command } from "commander";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

type Options = { note?: string; continue?: true };

export function addRetry(planwright: Command, exit: Exit): void {
  planwright
    .command("retry")
    .summary("retry a step, with a note for the worker")
    .description("Begin another attempt at a step, from the last accepted commit, whatever was asked about it.")
    .argument("<step>", "a step by number or id")
    .argument("[run]", "a run, its plan or its branch; without it, the one under way, or else the newest")
    .option("--note <text>", "what the worker has to know this time")
    .option("--continue", "go on with the run right here")
    .addHelpText(
      "after",
      `
Examples:
  planwright retry 2 --note "the limit is per user, not per address"
  planwright retry 2 rate-limit --continue

Exit status: 0 noted, 2 the step cannot begin again, or the command itself was wrong; with --continue as of \`run\`.`,
    )
    .action(async (step: string, run: string | undefined, { note, ...options }: Options, command: Command) => {
      const { retry } = await import("../../app/deciding/retry-step.ts");
      const { afterOrder } = await import("../terminal/after-order.ts");
      const color = command.optsWithGlobals().color !== false && hasColor();
      const ordered = inScene(async (scene) =>
        afterOrder(scene, await retry(scene, { step, run }, note ?? ""), {
          isContinued: options.continue ?? false,
          color,
        }),
      );
      exit(await ordered);
    });
}
