import { type Command, Option } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import type { PlanToRun } from "../../app/plans/plan-to-run.ts";
import { hasColor } from "../terminal/color.ts";
import { type Exit, exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

type Flags = { step?: string; only?: string[]; mode?: "autonomous" | "interactive"; keep?: true; json?: true };

export function addRehearse(planwright: Command, exit: Exit): void {
  planwright
    .command("rehearse")
    .summary("play what may go wrong with a plan, before any agent works on it")
    .description(
      "Carry a plan out several times with scripted agents who fail, lie, ask or go too far, and tell what happens. Contracts are played by stand-ins. It happens in a scratch copy: your repository and your runs are not touched.",
    )
    .argument("<plan>", "a plan file or a plan folder")
    .option("--step <step>", "the number or id of the step at which it goes wrong; without it the second one")
    .option(
      "--only <scenario>",
      "success, failure, lie, silence, trespass or budget; may be given several times, all without it",
      (name: string, others: readonly string[] = []) => [...others, name],
    )
    .addOption(new Option("--mode <mode>", "rehearse it in this mode").choices(["autonomous", "interactive"]))
    .option("--keep", "leave the scratch folder, and say where it is")
    .option("--json", "one JSON object per scenario, a line each")
    .addHelpText("after", AFTER)
    .action(async (path: string, flags: Flags, command: Command) => {
      const { planToRun } = await import("../../app/plans/plan-to-run.ts");
      exit(
        await inScene((scene) =>
          rehearsed(scene, planToRun(path), flags, command.optsWithGlobals().color !== false && hasColor()),
        ),
      );
    });
}

const AFTER = `
Examples:
  planwright rehearse plan.md                        all of it; some seconds for each scenario
  planwright rehearse plan.md --step 3               what if step 3 fails, lies, asks
  planwright rehearse .plan --only lie --only budget two of them
  planwright rehearse plan.md --json | jq .story

Exit status: 0 rehearsed, whatever became of the plan; 1 the plan is wrong; 2 the command was wrong, or something it needs
is not there; 70 a fault of our own; 130 interrupted.`;

async function rehearsed(scene: Scene, plan: PlanToRun, flags: Flags, color: boolean): Promise<number> {
  const { refusePlan } = await import("../terminal/refuse-plan.ts");
  if (plan.diagnostics.some(({ severity }) => severity === "error"))
    return refusePlan(plan, { color, told: "nothing was rehearsed" });
  const { rehearse } = await import("../../app/rehearsing/rehearse.ts");
  const { interruptible } = await import("../terminal/interruptible.ts");
  const { rehearsalDisplay } = await import("../terminal/rehearsal-display.ts");
  const display = rehearsalDisplay(plan, { isJson: flags.json ?? false, color });
  const { step = null, only = [], mode = null, keep = false } = flags;
  try {
    const kept = await interruptible((signal) =>
      rehearse(scene, plan, {
        step,
        only,
        mode,
        isKept: keep,
        signal,
        onBegin: display.playing,
        onEnd: display.played,
      }),
    );
    if (kept === "interrupted") return exitCodes.interrupted;
    display.end(kept);
    return exitCodes.ok;
  } finally {
    display.rest();
  }
}
