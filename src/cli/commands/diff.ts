import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { refusalText } from "../terminal/refusal-text.ts";

type Options = { pager: boolean; plan?: true; color?: true };

export function addDiff(planwright: Command, exit: Exit): void {
  planwright
    .command("diff")
    .summary("show what a run or a step has changed")
    .description(
      "Show what a run has changed since it began, what an accepted step has, or what the last attempt at an open step left.",
    )
    .argument("[run]", "a run, its plan or its branch; without it, the one under way, or else the newest")
    .argument("[step]", "a step by number or id")
    .option("--plan", "with the changes of the plan itself, which is in .plan/")
    .option("--color", "colours, also in a file or a pipe")
    .option("--no-pager", "straight to the terminal")
    .addHelpText(
      "after",
      `
Examples:
  planwright diff                        all that the run under way has changed
  planwright diff rate-limit 2           the work of step 2
  planwright diff 2                      the same, when one run is under way
  planwright diff rate-limit > all.diff  a patch that git can apply

Exit status: 0 shown, also when nothing has changed; 2 there is no such run or step, or it has left nothing yet.`,
    )
    .action(async (run: string | undefined, step: string | undefined, options: Options, command: Command) => {
      const mayColor = command.parent?.opts().color !== false;
      // A patch is for git: variables that colour everything do not mean it.
      const wantsColor = options.color ?? (process.stdout.isTTY && hasColor());
      exit(await inScene((scene) => diff(scene, [run, step], options, mayColor && wantsColor)));
    });
}

async function diff(
  scene: Scene,
  names: readonly (string | undefined)[],
  { plan, pager }: Options,
  color: boolean,
): Promise<number> {
  const { diffRun } = await import("../../app/looking/diff-run.ts");
  const named = names.filter((name) => name !== undefined);
  const isShown = process.stdout.isTTY;
  const { about, patch, open } = await diffRun(scene, { names: named, plan: plan ?? false, color, binary: !isShown });
  if (patch.length === 0)
    process.stderr.write(`${visibleText(about)}: nothing ${open.length > 0 ? "is accepted yet" : "has changed"}\n`);
  else if (!isShown) process.stdout.write(patch);
  else {
    const { showPatch } = await import("../terminal/show-paged.ts");
    await showPatch(scene, patch, { usesPager: pager });
  }
  for (const advice of open) process.stderr.write(`${visibleText(refusalText(advice))}\n`);
  return exitCodes.ok;
}
