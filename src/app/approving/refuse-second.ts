import { holdsPlan, planBranch, unbegunIn } from "../../engine/plan-text/plan-branch.ts";
import type { Store } from "../../ports/store.ts";
import { repositoryIdOf } from "../../record/repository-id.ts";
import type { RunSummary } from "../../record/run.ts";
import { historyOf } from "../../workspace/history/history.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { UsageError } from "../opening/usage-error.ts";
import type { PlanToRun } from "../plans/plan-to-run.ts";

/**
 * Refuses a plan that somebody carries out already, or whose branch holds what is accepted, and says what to do instead.
 * `store` is null where nothing has ever run.
 */
export async function refuseSecond(
  { git }: OpenedRepository,
  store: Store | null,
  { plan, isCheckedOut }: Pick<PlanToRun, "plan" | "isCheckedOut">,
): Promise<void> {
  const [branch, name] = [planBranch(plan), plan.id];
  const all = store === null ? [] : await store.runs.list({ repository: repositoryIdOf(git.facts) });
  const last = all.find((run) => run.branch === branch);
  if (last?.status === "in-progress") {
    throw new UsageError(
      `${name} is under way already; \`planwright resume ${name}\` goes on with it, \`planwright revise ${name} PLAN\` with a changed plan, \`planwright cancel ${name}\` ends it`,
    );
  }
  const history = historyOf(git);
  const tip = await history.resolve(branch);
  if (tip === null) return;
  if (last !== undefined && last.done > 0) throw new UsageError(`${name} ${standingOf(last, name)}`);
  if ((await unbegunIn(history, tip)) !== null) return;
  if (isCheckedOut && !(await holdsPlan(history, tip, name))) return;
  throw new UsageError(
    `there is already a branch plan/${name}; \`planwright resume --branch plan/${name}\` takes up a plan that was begun there, a new one needs another title`,
  );
}

function standingOf({ status, done, steps }: RunSummary, name: string): string {
  const accepted = `${done} of its ${steps} steps ${done === 1 ? "is" : "are"} accepted on plan/${name}`;
  switch (status) {
    case "done":
      return `is done; \`planwright merge ${name}\` takes it over, or give the new plan another title`;
    case "failed":
      return `has failed, and ${accepted}; \`planwright resume ${name}\` begins what is unfinished anew, \`planwright revise ${name} PLAN\` goes on with a changed plan`;
    default:
      return `went back to draft, and ${accepted}; \`planwright resume --branch plan/${name}\` goes on with the plan as it was approved, \`planwright revise ${name} PLAN\` with a changed one`;
  }
}
