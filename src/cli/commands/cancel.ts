import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { print } from "../terminal/print.ts";

export function addCancel(planwright: Command, exit: Exit): void {
  planwright
    .command("cancel")
    .summary("end a run for good; what is accepted stays")
    .description("Stop the agent, keep what it left on a branch of its own, and move the plan back to draft.")
    .argument("[run]", "a plan's id or a run's; the only one under way without it")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined) => exit(await inScene((scene) => cancel(scene, name))));
}

const AFTER = `
Example:
  planwright cancel rate-limit

Exit status: 0 cancelled; 2 there is nothing to cancel, or the command was wrong.`;

async function cancel(scene: Scene, name: string | undefined): Promise<number> {
  const { stopRun } = await import("../../app/hosting/stop-run.ts");
  const { afterCancel } = await import("../terminal/standing-text.ts");
  const { run, by, hasStopped, kept, accepted } = await stopRun(scene, name, "cancel");
  const { id } = run.plan;
  const branch = run.branch.replace("refs/heads/", "");
  const told = hasStopped ? `${id} is cancelled` : `${id} is cancelled; ${by} is about to stop`;
  const lines = [
    `${told}; what is accepted stays on ${branch}`,
    ...kept.map((each) => `what had passed and was not accepted is kept on ${each}`),
    ...afterCancel(id, branch, accepted > 0).map((line) => `  ${line}`),
  ];
  await print(lines.map((line) => `${visibleText(line)}\n`).join(""));
  return exitCodes.ok;
}
