import { randomBytes } from "node:crypto";
import { openPlanBranch, planBranch, removeUnbegun } from "../../engine/plan-text/plan-branch.ts";
import { modeOf } from "../../plan/policies.ts";
import type { Mode } from "../../plan/words.ts";
import type { CommitId } from "../../ports/git.ts";
import type { Store } from "../../ports/store.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import { repositoryIdOf } from "../../record/repository-id.ts";
import type { Run } from "../../record/run.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { type AgentsOfPlan, spokenAgents } from "../agents/agents-of-plan.ts";
import { refuseMoving, refuseUncommitted, switchToBranch } from "../opening/in-place.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import type { PlanToRun } from "../plans/plan-to-run.ts";
import { surroundingsOf } from "../proving/surroundings.ts";
import { refuseSecond } from "./refuse-second.ts";
import { takeBack } from "./take-back.ts";

export type Approval = { by: string; via: "terminal" | "command-line" | "policy" };

/** Opens a plan's branch with the approved text, and a run that will carry it out. */
export async function startRun(
  opened: OpenedRepository,
  store: Store,
  { plan: written, dialect, files, hash, isCheckedOut }: PlanToRun,
  told: AgentsOfPlan & { approval: Approval; mode: Mode | null; inPlace: boolean; strict?: boolean; base?: CommitId },
): Promise<Run> {
  const { git, home } = opened;
  const { head, top, commonDir } = git.facts;
  if (head.kind === "unborn") {
    throw new WorkspaceError(
      "unborn",
      `${top} has no commit yet; a plan needs one to begin with: \`git commit\` first`,
    );
  }
  const { approval, agent, agents, planner, from, inPlace, strict, base = head.commit } = told;
  const mode = told.mode ?? modeOf(written);
  const plan = { ...written, mode };
  // Somebody may have begun while the plan was looked at; the store asks once more, for two may come at once.
  await refuseSecond(opened, store, { plan, isCheckedOut });
  if (inPlace) await refuseUncommitted(top);
  if (isCheckedOut) refuseMoving(opened, planBranch(plan), inPlace);
  const signer = openSigner(home.keys);
  if (!isCheckedOut) await removeUnbegun(git, written, signer);
  const commit = await openPlanBranch(git, {
    ...{ plan: written, files, base, by: approval.by, signer, isCheckedOut },
  });
  const run: Run = {
    id: `${plan.id}-${randomBytes(3).toString("hex")}`,
    repository: { id: repositoryIdOf(git.facts), top, commonDir },
    branch: planBranch(plan),
    base,
    dialect: dialect.id,
    files,
    plan: written,
    hash,
    ...{ mode, agent, agents, planner, from, inPlace, surroundings: surroundingsOf(top) },
    ...(strict && { strict }),
    ...(isCheckedOut && { isAdopted: true }),
  };
  await store.runs.create(run, [
    { type: "opened", ...approval, hash, mode, agent: spokenAgents(plan, told), commit, rebuilt: false },
  ]);
  if (inPlace) await switched(opened, store, run, approval.by);
  return run;
}

/** A run that cannot have its checkout would be in the way of the next one. */
async function switched(opened: OpenedRepository, store: Store, run: Run, by: string): Promise<void> {
  try {
    await switchToBranch(opened.git.facts.top, run.branch);
  } catch (error) {
    await takeBack(opened, store, run, { by, told: "taken back: the checkout could not be switched to its branch" });
    throw error;
  }
}
