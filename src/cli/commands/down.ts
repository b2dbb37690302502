import type { Command } from "commander";
import type { Down, Remembered } from "../../app/finishing/down.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

type Flags = { force?: boolean; forget?: boolean; yes?: boolean };

export function addDown(planwright: Command, exit: Exit): void {
  planwright
    .command("down")
    .summary("stop the database that remembers runs")
    .description(
      "Stop the database of this home. What it remembers is kept, and the next command that needs it starts it again. It also ends by itself after half an hour without use.",
    )
    .option("--force", "also while a run is running; it is interrupted")
    .option("--forget", "also delete what it remembers of all repositories: runs, journals, approvals, questions")
    .option("-y, --yes", "with --forget: do not ask")
    .addHelpText(
      "after",
      `
Examples:
  planwright down            stop it, unless a run is under way
  planwright down --force    stop it in any case
  planwright down --forget   says what would be lost, and asks; branches and receipts stay,
                             and \`planwright resume --branch\` rebuilds a run from them

Exit status: 0 it does not run any more, 2 you said no, a process carries a run out, or the command itself was wrong.`,
    )
    .action(async (flags: Flags) => exit(await stop(flags)));
}

async function stop({ force = false, forget = false, yes = false }: Flags): Promise<number> {
  const { down } = await import("../../app/finishing/down.ts");
  const { canAsk, confirm } = await import("../terminal/prompt.ts");
  const mayForget = async (remembered: Remembered | null): Promise<boolean> => {
    if (remembered?.runs === 0) return true;
    process.stderr.write(`${lossOf(remembered)}\n`);
    return yes || (canAsk() && confirm("delete it?"));
  };
  const done = await down({ force, forget: forget ? mayForget : null });
  if (done === "declined") {
    process.stderr.write(canAsk() ? "nothing was deleted\n" : "planwright: nothing was deleted; --yes deletes it\n");
    return exitCodes.usage;
  }
  process.stdout.write(`${TOLD[done]}\n`);
  return exitCodes.ok;
}

function lossOf(remembered: Remembered | null): string {
  if (remembered === null) return "what it remembers cannot be read, and would be gone";
  const { runs, repositories, underWay, questions } = remembered;
  const places = repositories === 1 ? "" : ` of ${repositories} repositories`;
  const open =
    underWay === 0 ? "none of them is under way" : `${underWay} of them ${underWay === 1 ? "is" : "are"} not over`;
  const waiting =
    questions === 0 ? "" : `, and ${counted(questions, "question waits", "questions wait")} for an answer`;
  return `${counted(runs, "run", "runs")}${places} would be gone, with journals and approvals; ${open}${waiting}`;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const TOLD: Record<Exclude<Down, "declined">, string> = {
  stopped: "the database is stopped; what it remembers is kept",
  forgotten: "the database is stopped, and what it remembered is deleted",
  "not-running": "the database is not running",
  "not-ours": "PLANWRIGHT_DATABASE_URL names a Postgres that is not ours to stop; ours is not running",
};
