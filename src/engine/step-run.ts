import type { ProofPlace } from "../contracts/proof-place.ts";
import type { SideCache } from "../contracts/side-cache.ts";
import type { Plan } from "../plan/model.ts";
import type { Mount } from "../ports/sandbox.ts";
import type { Signer } from "../ports/signer.ts";
import type { HarnessGit } from "../workspace/harness-git.ts";

/** Everything one plan's steps are carried out with. */
export type StepRun = {
  plan: Plan;
  /** `refs/heads/plan/{id}`. */
  branch: string;
  git: HarnessGit;
  place: ProofPlace;
  cache: SideCache;
  signer: Signer;
  /** The run's own folder; the work tree and the worker's git directory lie in it. */
  folder: string;
  dependencies: readonly Mount[];
};
