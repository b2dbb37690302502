import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

export function addWatch(planwright: Command, exit: Exit): void {
  planwright
    .command("watch")
    .summary("follow a run that another process runs")
    .description("Show a run as it goes, until it halts. Ctrl-C ends the watching, and nothing else.")
    .argument("[run]", "a run, its plan or its branch; without it, the one under way, or else the newest")
    .option("--json", "one JSON event per line, from now on")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined, { json }: { json?: true }, command: Command) => {
      exit(
        await inScene((scene) =>
          watch(scene, name, json ?? false, command.optsWithGlobals().color !== false && hasColor()),
        ),
      );
    });
}

const AFTER = `
Examples:
  planwright watch                          the run under way
  planwright watch rate-limit --json | jq .type

Exit status: how the run has halted, as of \`planwright run\`; 3 not started; 130 when you stop watching.`;

const notBegun = (plan: string): string =>
  `${plan} is approved and not started; \`planwright resume ${plan}\` starts it`;

async function watch(scene: Scene, name: string | undefined, isJson: boolean, color: boolean): Promise<number> {
  const { openRememberedRuns } = await import("../../app/runs/remembered-runs.ts");
  const { latestRun } = await import("../../app/runs/latest-run.ts");
  const { watchRun } = await import("../../app/hosting/watch-run.ts");
  const { runDisplay } = await import("../terminal/run-display.ts");
  const { standingText } = await import("../terminal/standing-text.ts");
  const { exitCodeOf } = await import("../terminal/halt-exit.ts");
  const { interruptible } = await import("../terminal/interruptible.ts");
  const runs = await openRememberedRuns(scene);
  const run = await latestRun(runs, name, { do: "watch", with: {} });
  const known = await runs.store.journal.read(run.id, 0);
  const display = runDisplay(run, known, { isJson, color }, ", Ctrl-C ends the watching");
  const standing = await interruptible(async (signal) => {
    try {
      const { callPerson } = await import("../terminal/call-person.ts");
      const onlooker: typeof display = {
        ...display,
        event(event) {
          display.event(event);
          if (event.type === "asked") void callPerson(run.plan.id, event.question.headline);
        },
      };
      const standing = await watchRun(runs, run, { known, onlooker, signal });
      return signal.aborted ? ("interrupted" as const) : standing;
    } finally {
      display.rest();
    }
  });
  if (standing === "interrupted") return exitCodes.interrupted;
  if (standing.halt === "stopped" && !known.some(({ type }) => type === "hosted")) {
    process.stderr.write(`${visibleText(notBegun(run.plan.id))}\n`);
    return exitCodes.needsPerson;
  }
  const { folded } = await import("../terminal/folded.ts");
  process.stderr.write(folded(standingText(standing, run), process.stderr));
  return exitCodeOf(standing);
}
