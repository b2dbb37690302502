import { holdsPlan, planBranch, unbegunIn } from "../../engine/plan-text/plan-branch.ts";
import type { Store } from "../../ports/store.ts";
import { repositoryIdOf } from "../../record/repository-id.ts";
import type { RunSummary } from "../../record/run.ts";
import { Refused, type Remedy, remedy } from "../../std/refusal.ts";
import { historyOf } from "../../workspace/history/history.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
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
    throw new Refused("under-way", `${name} is under way already`, {
      remedies: [
        remedy("resume", { run: name }, "continues it"),
        remedy("revise", { run: name, plan: "" }, "with a changed plan"),
        remedy("cancel", { run: name }, "ends it"),
      ],
    });
  }
  const history = historyOf(git);
  const tip = await history.resolve(branch);
  if (tip === null) return;
  if (last !== undefined && last.done > 0) throw standing(last, name);
  if ((await unbegunIn(history, tip)) !== null) return;
  if (isCheckedOut && !(await holdsPlan(history, tip, name))) return;
  throw new Refused("exists", `there is already a branch plan/${name}`, {
    remedies: [
      remedy(
        "resume",
        { branch: `plan/${name}` },
        "continues the plan that was started there, a new one needs another title",
      ),
    ],
  });
}

function standing({ status, done, steps }: RunSummary, name: string): Refused {
  const accepted = `${done} of its ${steps} steps ${done === 1 ? "is" : "are"} accepted on plan/${name}`;
  const refused = (why: string, remedies: readonly Remedy[]) => new Refused("exists", `${name} ${why}`, { remedies });
  switch (status) {
    case "done":
      return refused("is done", [remedy("merge", { run: name }, "takes it over, or give the new plan another title")]);
    case "failed":
      return refused(`has failed, and ${accepted}`, [
        remedy("resume", { run: name }, "starts the unfinished steps again"),
        remedy("revise", { run: name, plan: "" }, "continues with a changed plan"),
      ]);
    default:
      return refused(`went back to draft, and ${accepted}`, [
        remedy("resume", { branch: `plan/${name}` }, "continues with the approved plan"),
        remedy("revise", { run: name, plan: "" }, "with a changed one"),
      ]);
  }
}
