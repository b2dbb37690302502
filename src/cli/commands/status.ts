import type { Command } from "commander";
import type { ListedRun } from "../../app/looking/status.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

type Flags = { json?: true; all?: true };
type Manner = { isJson: boolean; color: boolean };

export function addStatus(planwright: Command, exit: Exit): void {
  planwright
    .command("status")
    .summary("say how runs stand, or one of them step by step")
    .description(
      "List the runs of this repository, those that are not over first, and the newest that are. With a run, its steps: attempts, commits, receipts, questions.",
    )
    .argument("[run]", "a plan's id or a run's")
    .option("--all", "all runs, of all repositories")
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined, { json, all }: Flags, command: Command) => {
      const manner = { isJson: json ?? false, color: command.optsWithGlobals().color !== false && hasColor() };
      if (name === undefined) await inScene((scene) => list(scene, all ?? false, manner));
      else await inScene((scene) => show(scene, name, manner));
      exit(exitCodes.ok);
    });
}

const AFTER = `
Examples:
  planwright status              the runs of this repository
  planwright status rate-limit   one run, step by step
  planwright status --all --json

Exit status: 0; 2 there is no such run, or the command was wrong.`;

async function list(scene: Scene, all: boolean, { isJson, color }: Manner): Promise<void> {
  const { listRuns } = await import("../../app/looking/status.ts");
  const { runs, elsewhere } = await listRuns(scene, { all });
  if (isJson) return printJson({ version: 1, runs: runs.map(spelled), elsewhere });
  if (runs.length === 0) {
    const where = all ? "" : " in this repository";
    const next = elsewhere === 0 ? "`planwright run PLAN` starts one" : `${elsewhere} elsewhere (--all)`;
    process.stdout.write(`nothing has run${where} yet; ${next}\n`);
    return;
  }
  const { listText } = await import("../terminal/status-text.ts");
  const { painter } = await import("../terminal/paint.ts");
  const most = all ? Number.POSITIVE_INFINITY : MOST_OVER;
  const { folded } = await import("../terminal/folded.ts");
  process.stdout.write(folded(listText(runs, { isFar: all, most, paint: painter(color) }), process.stdout));
}

/** Of the runs that are over, so many are worth a look every time. */
const MOST_OVER = 10;

async function show(scene: Scene, name: string, { isJson, color }: Manner): Promise<void> {
  const { runReport } = await import("../../app/looking/status.ts");
  const report = await runReport(scene, name);
  if (isJson) return printJson({ version: 1, ...spelled(report) });
  const { reportText } = await import("../terminal/status-text.ts");
  const { painter } = await import("../terminal/paint.ts");
  const { folded } = await import("../terminal/folded.ts");
  process.stdout.write(folded(reportText(report, painter(color)), process.stdout));
}

/** The document names a repository by its folders alone. */
const spelled = <Listed extends ListedRun>({ repository, ...rest }: Listed): object => rest;

async function printJson(value: unknown): Promise<void> {
  const { printableJson } = await import("../terminal/printable-json.ts");
  process.stdout.write(`${printableJson(value)}\n`);
}
