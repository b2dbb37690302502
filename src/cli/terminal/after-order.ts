import type { Ordered } from "../../app/deciding/on-step.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { exitCodes } from "./exit-codes.ts";
import { folded } from "./folded.ts";

/** Says what a person's word about a step will do and who goes on, or goes on right here. */
export async function afterOrder(
  scene: Scene,
  { run, told, holder }: Ordered,
  { isContinued, color }: { isContinued: boolean; color: boolean },
): Promise<number> {
  for (const line of told) process.stderr.write(folded(`${visibleText(line)}\n`, process.stderr));
  if (holder !== null) {
    process.stderr.write(`${visibleText(holder)}runs it, and continues\n`);
    return exitCodes.ok;
  }
  if (!isContinued) {
    const goOn = `\`planwright resume ${visibleText(run.plan.id)}\` continues, unless the terminal that asked does`;
    process.stderr.write(`it is not running; ${goOn}\n`);
    return exitCodes.ok;
  }
  const { takeUpOrdered } = await import("../../app/hosting/go-on-or-watch.ts");
  const { waitingFor } = await import("../../app/hosting/resume-run.ts");
  const { carryOn } = await import("./carry-on.ts");
  const opened = await takeUpOrdered(scene, run);
  return carryOn(scene, opened, { isJson: false, color }, await waitingFor(opened));
}
