import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { print } from "../terminal/print.ts";

export function addPause(planwright: Command, exit: Exit): void {
  planwright
    .command("pause")
    .summary("stop a run after its present attempt, or at once")
    .description("Start no new attempt. With --now the current one is stopped, too, and its work is kept.")
    .argument("[run]", "a plan's id or a run's; the only one under way without it")
    .option("--now", "stop the agent at once; this does not count as a failure")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined, { now }: { now?: true }) =>
      exit(await inScene((scene) => pause(scene, name, now ?? false))),
    );
}

const AFTER = `
Examples:
  planwright pause
  planwright pause rate-limit --now
  planwright resume rate-limit      goes on

Exit status: 0 paused; 2 there is nothing to pause, or the command was wrong.`;

async function pause(scene: Scene, name: string | undefined, now: boolean): Promise<number> {
  const { stopRun } = await import("../../app/hosting/stop-run.ts");
  const { run, by, hasStopped } = await stopRun(scene, name, now ? "pause-now" : "pause");
  const { id } = run.plan;
  const told = hasStopped
    ? `${id} is paused`
    : `${id} is to pause: ${by} ${now ? "is about to stop" : "ends the present attempt first"}`;
  await print(`${visibleText(told)}\n`);
  process.stderr.write(`  planwright resume ${id}   continues\n`);
  return exitCodes.ok;
}
