import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { Refused } from "../../std/refusal.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

type Flags = { to?: string; yes?: true; json?: true };

export function addRevise(planwright: Command, exit: Exit): void {
  planwright
    .command("revise")
    .summary("change the plan of a run, and continue with it")
    .description(
      "Without a plan: export the current plan of a run, for you to edit. With one: show what it changes, ask for approval, and continue. Finished steps stay as they are.",
    )
    .argument("[run]", "a plan's id or a run's; the latest without it")
    .argument("[plan]", "the changed plan, a file or a folder")
    .option("--to <path>", "where the present plan is written; plan-ID.md or plan-ID here without it")
    .option("-y, --yes", "approve the changes as they stand; questions that come later still wait for you")
    .option("--json", "one JSON event per line; asks no questions, so it needs --yes")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined, path: string | undefined, flags: Flags, command: Command) => {
      const refusal = refusalOf(path, flags);
      if (refusal !== null) throw new Refused("incomplete", refusal);
      const color = command.optsWithGlobals().color !== false && hasColor();
      exit(
        path === undefined
          ? await inScene((scene) => write(scene, name, flags.to ?? null))
          : await inScene((scene) => revise(scene, name, path, flags, color)),
      );
    });
}

const AFTER = `
Examples:
  planwright revise rate-limit                        writes plan-rate-limit.md
  planwright revise rate-limit --to next.md           writes it there
  planwright revise rate-limit plan-rate-limit.md     shows what changes, asks, and goes on

Exit status: as of \`planwright run\`.`;

/** What was said and would mean nothing. */
function refusalOf(path: string | undefined, { to, yes, json }: Flags): string | null {
  if (path !== undefined && to !== undefined) return "--to is where the present plan is written; leave it out, or PLAN";
  if (path === undefined && (yes || json)) return "name the changed plan: `planwright revise RUN PLAN`";
  return json && !yes ? "--json asks no questions; --yes approves the changes" : null;
}

async function write(scene: Scene, name: string | undefined, to: string | null): Promise<number> {
  const { exportPlan } = await import("../../app/deciding/revise-export.ts");
  const { run, path } = await exportPlan(scene, name, to);
  process.stdout.write(`${visibleText(path)}\n`);
  const next = `  planwright revise ${run.plan.id} ${path}   shows what you have changed, then continues`;
  process.stderr.write(`change it; finished steps stay as they are. Then\n${visibleText(next)}\n`);
  return exitCodes.ok;
}

async function revise(
  scene: Scene,
  name: string | undefined,
  path: string,
  flags: Flags,
  color: boolean,
): Promise<number> {
  const { planToRun } = await import("../../app/plans/plan-to-run.ts");
  const plan = planToRun(path);
  if (plan.diagnostics.some(({ severity }) => severity === "error")) {
    const { refusePlan } = await import("../terminal/refuse-plan.ts");
    return refusePlan(plan, { color, told: "nothing was revised" });
  }
  const opened = await approved(scene, name, plan, flags);
  if (typeof opened === "number") return opened;
  const { carryOn } = await import("../terminal/carry-on.ts");
  return carryOn(scene, opened, { isJson: flags.json ?? false, color });
}

type PlanToRun = ReturnType<typeof import("../../app/plans/plan-to-run.ts").planToRun>;

/** Shows what changes and has it approved. A number is the exit status when it was not: nothing has changed then. */
async function approved(
  scene: Scene,
  name: string | undefined,
  plan: PlanToRun,
  { yes }: Flags,
): Promise<OpenedRun | number> {
  const { openRememberedRuns } = await import("../../app/runs/remembered-runs.ts");
  const { revisableRun } = await import("../../app/deciding/revise-open.ts");
  const { readRevision } = await import("../../app/deciding/revise-read.ts");
  const { revisionScreen } = await import("../terminal/revision-screen.ts");
  const runs = await openRememberedRuns(scene);
  const revisable = await revisableRun(runs, name);
  const found = await readRevision(scene, revisable, plan);
  const { folded } = await import("../terminal/folded.ts");
  process.stderr.write(folded(revisionScreen(found, plan.path ?? ""), process.stderr));
  if (!yes && !(await isAgreed())) return exitCodes.usage;
  const { takeRevision } = await import("../../app/deciding/revise-take.ts");
  return takeRevision(scene, runs.store, revisable, found);
}

type OpenedRun = import("../../app/hosting/go-on.ts").OpenedRun;

async function isAgreed(): Promise<boolean> {
  const { canAsk, confirmInWord } = await import("../terminal/prompt.ts");
  if (!canAsk()) {
    process.stderr.write("planwright: there is no terminal to ask; --yes approves the changes as they are\n");
    return false;
  }
  if (await confirmInWord("Approve the changes and continue?")) return true;
  process.stderr.write("nothing was revised\n");
  return false;
}
