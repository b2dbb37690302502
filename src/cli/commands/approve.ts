import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { consentIn, optionsIn, type RunFlags, withRunFlags } from "./run.ts";

export function addApprove(planwright: Command, exit: Exit): void {
  withRunFlags(
    planwright
      .command("approve")
      .summary("approve a plan as it is, to run later")
      .description(
        "Approve the exact text of a plan and open its branch. No agent works on it before `planwright resume`.",
      )
      .argument("<plan>", "a plan file or a plan folder"),
  )
    .option("--start-over", "begin with all steps pending, also those that the file calls done")
    .addHelpText("after", AFTER)
    .action(async (path: string, flags: RunFlags, command: Command) => {
      exit(
        await inScene((scene) => approve(scene, path, flags, command.optsWithGlobals().color !== false && hasColor())),
      );
    });
}

const AFTER = `
Examples:
  planwright approve plan.md --yes --agent claude-code
  planwright resume rate-limit                    begins
  planwright reject rate-limit --reason "..."     takes the approval back

Exit status: 0 approved; 1 the plan is wrong; 2 it was not approved, or the command was wrong.`;

async function approve(scene: Scene, path: string, flags: RunFlags, color: boolean): Promise<number> {
  const { planToRun } = await import("../../app/plans/plan-to-run.ts");
  const { approvePlan } = await import("../terminal/approve-plan.ts");
  const { json = false } = flags;
  const consent = { ...consentIn(flags), question: "Approve it?", color };
  const opened = await approvePlan(scene, planToRun(path), optionsIn(flags), consent);
  if (typeof opened === "number") return opened;
  const { id, hash, branch, plan } = opened.run;
  if (json) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, run: id, plan: plan.id, hash, branch })}\n`);
  } else {
    const told = `approved ${plan.id}, ${hash.slice(0, 12)}, on ${branch.replace("refs/heads/", "")}`;
    process.stdout.write(`${visibleText(told)}\n`);
    process.stderr.write(`  planwright resume ${plan.id}   starts it\n`);
  }
  return exitCodes.ok;
}
