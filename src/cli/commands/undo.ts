import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { print } from "../terminal/print.ts";

export function addUndo(planwright: Command, exit: Exit): void {
  planwright
    .command("undo")
    .summary("take a step back, and all that was accepted after it")
    .description(
      "Move the plan's branch back to where it was before a step. What the branch leaves is kept on a debug branch, and the steps are to be done again.",
    )
    .argument("<step>", "a step by number or id")
    .argument("[run]", "a run, its plan or its branch; without it, the one under way, or else the newest")
    .option("--json", "one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  planwright undo 3               step 3 and what came after it
  planwright undo 1 rate-limit    back to the approved plan, also when it is complete

Exit status: 0 taken back, 2 the step is not done, somebody carries the run out, or the command itself was wrong.`,
    )
    .action(async (step: string, run: string | undefined, { json }: { json?: true }) =>
      exit(await inScene((scene) => takeBack(scene, step, run, json ?? false))),
    );
}

async function takeBack(scene: Scene, name: string, runName: string | undefined, isJson: boolean): Promise<number> {
  const { undo } = await import("../../app/deciding/undo-step.ts");
  const { run, accepted, open, from, to, kept } = await undo(scene, name, runName);
  if (isJson) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    const steps = [...accepted, ...open].map(({ id }) => id);
    process.stdout.write(`${printableJson({ version: 1, run: run.id, steps, from, to, kept })}\n`);
    return exitCodes.ok;
  }
  const lines = [
    ...accepted.map(({ number, title }) => `step ${number} is to be done again: ${title}`),
    ...open.map(({ number, title }) => `step ${number} starts again, its last attempt is dropped: ${title}`),
    `${run.branch.replace("refs/heads/", "")} is back at ${to.slice(0, 10)}; what it left is kept at ${kept}`,
    `\`planwright resume ${run.plan.id}\` continues from there`,
  ];
  for (const line of lines) await print(`${visibleText(line)}\n`);
  return exitCodes.ok;
}
