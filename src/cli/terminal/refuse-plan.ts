import type { PlanToRun } from "../../app/plans/plan-to-run.ts";
import { inOrder } from "../../diagnostics/diagnostic.ts";
import { exitCodes } from "./exit-codes.ts";

/** Says what is wrong with a plan. `told` is what comes of it. */
export async function refusePlan(
  { diagnostics, sources }: Pick<PlanToRun, "diagnostics" | "sources">,
  { color, told }: { color: boolean; told: string },
): Promise<number> {
  const found = inOrder(diagnostics);
  if (process.stderr.isTTY) {
    const { renderPretty } = await import("../../diagnostics/pretty.ts");
    process.stderr.write(renderPretty(found, sources, { color, width: process.stderr.columns || 80 }));
  } else {
    const { renderUnix } = await import("../../diagnostics/unix.ts");
    process.stderr.write(renderUnix(found, sources));
  }
  process.stderr.write(`planwright: ${told}: what is wrong with the plan comes first\n`);
  return exitCodes.failed;
}
