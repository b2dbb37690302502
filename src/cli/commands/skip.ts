import type { Command } from "commander";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

type Options = { note?: string; continue?: true };

export function addSkip(planwright: Command, exit: Exit): void {
  planwright
    .command("skip")
    .summary("leave a step out; the record says who decided so")
    .description(
      "Leave a step out. Its two commits say that nothing was done and nothing proven, and who wanted it so.",
    )
    .argument("<step>", "a step by number or id")
    .argument("[run]", "a run, its plan or its branch; without it, the one under way, or else the newest")
    .option("--note <text>", "why, for the record")
    .option("--continue", "go on with the run right here")
    .addHelpText(
      "after",
      `
Examples:
  planwright skip 3 --note "done in the other repository"
  planwright skip 3 rate-limit --continue

Exit status: 0 noted, 2 the step cannot be left out, or the command itself was wrong; with --continue as of \`run\`.`,
    )
    .action(async (step: string, run: string | undefined, { note, ...options }: Options, command: Command) => {
      const { skip } = await import("../../app/deciding/skip-step.ts");
      const { afterOrder } = await import("../terminal/after-order.ts");
      const color = command.optsWithGlobals().color !== false && hasColor();
      const ordered = inScene(async (scene) =>
        afterOrder(scene, await skip(scene, { step, run }, note ?? ""), {
          isContinued: options.continue ?? false,
          color,
        }),
      );
      exit(await ordered);
    });
}
