import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

export function addReject(planwright: Command, exit: Exit): void {
  planwright
    .command("reject")
    .summary("take an approval back before any agent has worked on it")
    .description(
      "End an approved run that has not started. The reason is kept; the branch is removed, because it holds nothing but the plan.",
    )
    .argument("[run]", "a plan's id or a run's; the only one under way without it")
    .requiredOption("--reason <text>", "why")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined, { reason }: { reason: string }) =>
      exit(await inScene((scene) => reject(scene, name, reason))),
    );
}

const AFTER = `
Example:
  planwright reject rate-limit --reason "the contract proves nothing"

Once somebody has worked on a plan, \`planwright cancel\` ends it and keeps what is accepted.

Exit status: 0 rejected; 2 there is nothing to reject, or the command was wrong.`;

async function reject(scene: Scene, name: string | undefined, reason: string): Promise<number> {
  if (reason.trim() === "") {
    process.stderr.write("planwright: --reason is empty; say why, for the author of the plan\n");
    return exitCodes.usage;
  }
  const { rejectRun } = await import("../../app/approving/reject-run.ts");
  const { run, kept } = await rejectRun(scene, name, reason.trim());
  process.stdout.write(`${visibleText(`rejected ${run.plan.id} (${run.id})`)}\n`);
  if (kept !== null) process.stderr.write(`${visibleText(`its branch is still there: ${kept}`)}\n`);
  return exitCodes.ok;
}
