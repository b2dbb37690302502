import type { ProofPlace } from "../../contracts/sides/proof-place.ts";
import type { SideCache } from "../../contracts/sides/side-cache.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { Signer } from "../../ports/signer.ts";
import type { Run } from "../../record/run.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";

/** Everything one plan's steps are carried out with. */
export type StepRun = {
  plan: Plan;
  /** `refs/heads/plan/{id}`. */
  branch: string;
  git: HarnessGit;
  place: ProofPlace;
  cache: SideCache;
  signer: Signer;
  /** The person's checkout is the work tree: it is never reset or cleaned. */
  inPlace: boolean;
  /** The run's own folder; the work tree and the worker's git directory lie in it. */
  folder: string;
};

/** The plan as it is carried out: the mode may have been chosen with the command. */
export const planOf = ({ plan, mode }: Run): Plan => ({ ...plan, mode });

/** A step that the plan has, by its id. */
export function stepOf(plan: Plan, id: string): Step {
  const step = plan.steps.find((each) => each.id === id);
  if (!step) throw new Error(`the plan ${plan.id} has no step ${id}`);
  return step;
}
