import type { Command } from "commander";
import type { Down } from "../../app/down.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

export function addDown(planwright: Command, exit: Exit): void {
  planwright
    .command("down")
    .summary("stop the database that remembers runs")
    .description(
      "Stop the database of this home. Nothing is lost: the next command that needs it starts it again. It also ends by itself after half an hour without use.",
    )
    .option("--force", "also while a run is being carried out, which is cut off then")
    .option("--forget", "also delete everything it remembers; branches and receipts stay")
    .addHelpText(
      "after",
      `
Examples:
  planwright down            stop it, unless a run is under way
  planwright down --force    stop it in any case
  planwright down --forget   and begin with an empty one next time (\`resume --branch\` rebuilds a run)

Exit status: 0 it does not run any more, 2 a process carries a run out, or the command itself was wrong.`,
    )
    .action(async ({ force = false, forget = false }) => exit(await stop(force, forget)));
}

async function stop(force: boolean, forget: boolean): Promise<number> {
  const { down } = await import("../../app/down.ts");
  process.stdout.write(`${TOLD[await down({ force, forget })]}\n`);
  return exitCodes.ok;
}

const TOLD: Record<Down, string> = {
  stopped: "the database is stopped; what it remembers is kept",
  forgotten: "the database is stopped, and what it remembered is deleted",
  "not-running": "the database is not running",
  "not-ours": "PLANWRIGHT_DATABASE_URL names a Postgres that is not ours to stop; ours is not running",
};
