import { type Command, Option } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { Refused } from "../../std/refusal.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { folded } from "../terminal/folded.ts";
import { inScene } from "../terminal/in-scene.ts";

type Flags = { mode?: "autonomous" | "interactive"; json?: true; branch?: string; agent?: string; yes?: true };

export function addResume(planwright: Command, exit: Exit): void {
  planwright
    .command("resume")
    .summary("go on with a run: after a pause, an answer, a crash or a failure")
    .description("Go on where a run has stopped. Steps that are done are never done again.")
    .argument("[run]", "a plan's id or a run's; the only one under way without it")
    .addOption(
      new Option("--mode <mode>", "whether to stop at each step, this time").choices(["autonomous", "interactive"]),
    )
    .option(
      "--branch <ref>",
      "a plan's branch that nothing is remembered of here: it is audited, and continued from what it proves",
    )
    .option("--agent <name>", "who works, this time: claude-code, command:PROGRAM or any other that `run` knows")
    .option("-y, --yes", "with --branch: approve what the branch holds")
    .option("--json", "one JSON event per line")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined, flags: Flags, command: Command) => {
      const refusal = refusalOf(name, flags);
      if (refusal !== null) throw new Refused("incomplete", refusal);
      const color = command.optsWithGlobals().color !== false && hasColor();
      const { branch } = flags;
      const resumed = inScene((scene) =>
        branch === undefined ? resume(scene, name, flags, color) : rebuild(scene, branch, flags, color),
      );
      exit(await resumed);
    });
}

const AFTER = `
Examples:
  planwright resume                               the only run that is not over
  planwright resume rate-limit --mode autonomous  without a stop at each step
  planwright resume --branch plan/rate-limit --agent codex   in another clone

Exit status: as of \`planwright run\`.`;

/** What was said and would mean nothing. Somebody who says it expects something of it. */
function refusalOf(name: string | undefined, { branch, yes, json }: Flags): string | null {
  if (branch === undefined) return yes ? "--yes approves what a branch holds; it goes with --branch only" : null;
  if (name !== undefined) return `--branch ${branch} is a run of its own; leave ${name} out, or --branch`;
  return json && !yes ? "--json asks no questions; --yes approves what the branch holds" : null;
}

async function resume(
  scene: Scene,
  name: string | undefined,
  { mode, agent, json }: Flags,
  color: boolean,
): Promise<number> {
  const { resumeRun } = await import("../../app/hosting/resume-run.ts");
  const { carryOn } = await import("../terminal/carry-on.ts");
  const { waiting, ...opened } = await resumeRun(scene, name, { mode: mode ?? null, agent: agent ?? null }, tell);
  return carryOn(scene, opened, { isJson: json ?? false, color }, waiting);
}

/** What somebody approved elsewhere runs here only if a person here wants it. */
async function rebuild(
  scene: Scene,
  branch: string,
  { mode, json, agent, yes }: Flags,
  color: boolean,
): Promise<number> {
  const { canAsk, confirmInWord } = await import("../terminal/prompt.ts");
  if (!yes && !canAsk()) {
    process.stderr.write("planwright: there is no terminal to ask; --yes approves what the branch holds\n");
    return exitCodes.usage;
  }
  if (!yes && !(await confirmInWord(`Run here what ${visibleText(branch)} holds?`))) {
    process.stderr.write("nothing was started\n");
    return exitCodes.usage;
  }
  const { rebuildRun } = await import("../../app/approving/rebuild-run.ts");
  const { waitingFor } = await import("../../app/hosting/resume-run.ts");
  const { carryOn } = await import("../terminal/carry-on.ts");
  const approval = { by: scene.person, via: yes ? "command-line" : "terminal" } as const;
  const opened = await rebuildRun(scene, branch, { agent: agent ?? null, mode: mode ?? null, approval, told: tell });
  return carryOn(scene, opened, { isJson: json ?? false, color }, await waitingFor(opened));
}

const tell = (line: string): void => {
  process.stderr.write(folded(`${visibleText(line)}\n`, process.stderr));
};
