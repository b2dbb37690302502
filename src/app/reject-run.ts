import { EngineError } from "../engine/engine-error.ts";
import { appendAsPerson } from "../engine/journal-state.ts";
import type { Run } from "../record/run.ts";
import { deleteBranch } from "../workspace/refs.ts";
import { findRun } from "./open-runs.ts";
import { personName } from "./person.ts";
import { openRememberedRuns } from "./remembered-runs.ts";

/**
 * Takes an approval back before anybody has worked on it: the run is over, the reason stands in its journal, and its
 * branch, which holds nothing but the plan, goes. Throws `EngineError` once work has begun.
 */
export async function rejectRun(name: string | undefined, reason: string): Promise<Run> {
  const runs = await openRememberedRuns();
  try {
    const run = await findRun(runs, name);
    const by = personName();
    const opened = await appendAsPerson(runs.store.journal, run.id, ({ status, steps, tip }) => {
      if (status !== "in-progress") throw new EngineError("not-possible", `${run.plan.id} is ${status}`);
      if (steps.size > 0) {
        throw new EngineError(
          "not-possible",
          `somebody has worked on ${run.plan.id} already; \`planwright cancel ${run.plan.id}\` ends it and keeps what is accepted`,
        );
      }
      return {
        facts: [
          { type: "noted", step: null, told: `rejected by ${by}: ${reason}` },
          { type: "cancelled", by },
        ],
        value: tip,
      };
    });
    if (opened !== null) await deleteBranch(runs.opened.git, run.branch, opened).catch(() => {});
    return run;
  } finally {
    await runs.close();
  }
}
