import type { Command } from "commander";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

export function addAccept(planwright: Command, exit: Exit): void {
  planwright
    .command("accept")
    .summary("accept a step that you were asked about")
    .description(
      "Accept what the last attempt at a step left, where a question offers it. When no contract has passed, the receipt says that the step was accepted by eye, and names you.",
    )
    .argument("<step>", "a step by number or id")
    .argument("[run]", "a run, its plan or its branch; without it, the one under way, or else the newest")
    .option("--continue", "go on with the run right here")
    .addHelpText(
      "after",
      `
Examples:
  planwright diff 2       look first
  planwright accept 2     then take it

Exit status: 0 noted, 2 there is nothing that could be accepted; with --continue as of \`run\`.`,
    )
    .action(async (step: string, run: string | undefined, options: { continue?: true }, command: Command) => {
      const { accept } = await import("../../app/deciding/accept-step.ts");
      const { afterOrder } = await import("../terminal/after-order.ts");
      const color = command.optsWithGlobals().color !== false && hasColor();
      const ordered = inScene(async (scene) =>
        afterOrder(scene, await accept(scene, { step, run }), { isContinued: options.continue ?? false, color }),
      );
      exit(await ordered);
    });
}
