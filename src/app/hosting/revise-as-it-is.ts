import type { Store } from "../../ports/store.ts";
import type { Run } from "../../record/run.ts";
import { spokenAgent } from "../../record/spoken-agent.ts";
import { sameJson } from "../../std/same-json.ts";

/**
 * A run as it is by now: its plan may have been revised since it was read, by this very process, too. The mode and the
 * agent that were chosen for this time stay.
 */
export async function asRevised(store: Store, run: Run): Promise<Run> {
  const now = await store.runs.get(run.id);
  if (now === null || sameJson(now.plan, run.plan)) return run;
  const { plan, files, hash, agents } = now;
  const isChosenAnew = spokenAgent(run.agent) !== spokenAgent(now.agent);
  return { ...run, plan, files, hash, ...(isChosenAnew ? {} : { agents }) };
}
