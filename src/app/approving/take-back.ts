import { moveWithCheckout } from "../../engine/plan-text/move-with-checkout.ts";
import { EngineError } from "../../engine/state/engine-error.ts";
import { appendAsPerson } from "../../engine/state/journal-state.ts";
import type { Store } from "../../ports/store.ts";
import type { Run } from "../../record/run.ts";
import { remedy } from "../../std/refusal.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { deleteBranch } from "../../workspace/history/refs.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";

/**
 * Takes an approval back before anybody has worked on it: the run is over, `told` stands in its journal, and its branch,
 * which holds nothing but the plan, goes; one that was a person's own before is put back to where it was. Says why where git keeps the branch, else null. Throws `EngineError` once work
 * has begun.
 */
export async function takeBack(
  { git }: OpenedRepository,
  store: Store,
  run: Run,
  { by, told }: { by: string; told: string },
): Promise<string | null> {
  const tip = await appendAsPerson(store.journal, run.id, (state) => {
    if (state.status !== "in-progress") throw new EngineError("not-possible", `${run.plan.id} is ${state.status}`);
    if (state.steps.size > 0) {
      throw new EngineError("not-possible", `a worker has worked on ${run.plan.id} already`, {
        remedies: [remedy("cancel", { run: run.plan.id }, "ends it and keeps what is accepted")],
      });
    }
    const facts = [
      { type: "noted", step: null, told },
      { type: "cancelled", by },
    ] as const;
    return { facts, value: state.tip };
  });
  try {
    if (tip !== null && run.isAdopted) await moveWithCheckout(git, run, { from: tip, to: run.base });
    else if (tip !== null) await deleteBranch(git, run.branch, tip);
    return null;
  } catch (error) {
    if (error instanceof WorkspaceError) return error.message;
    throw error;
  }
}
