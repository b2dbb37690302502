import { randomBytes } from "node:crypto";
import { openSigner } from "../contracts/receipts/signing-key.ts";
import { openPlanBranch, planBranch, removeUnbegun } from "../engine/plan-branch.ts";
import { modeOf } from "../plan/policies.ts";
import type { Mode } from "../plan/words.ts";
import type { Store } from "../ports/store.ts";
import type { AgentChoice, Run } from "../record/run.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import { refuseUncommitted, switchToBranch } from "./in-place.ts";
import type { OpenedRepository } from "./open-repository.ts";
import type { PlanToRun } from "./plan-to-run.ts";
import { UsageError } from "./usage-error.ts";

export type Approval = { by: string; via: "terminal" | "command-line" | "policy" };

/** Opens a plan's branch with the approved text, and a run that will carry it out. */
export async function startRun(
  { git, home }: OpenedRepository,
  store: Store,
  { plan: written, dialect, files, hash }: PlanToRun,
  told: { approval: Approval; mode: Mode | null; agent: AgentChoice; from: string; inPlace: boolean },
): Promise<Run> {
  const { head, top, commonDir } = git.facts;
  if (head.kind === "unborn") {
    throw new WorkspaceError("unborn", `${top} has no commit yet; a plan needs one to begin with`);
  }
  const { approval, agent, from, inPlace } = told;
  const mode = told.mode ?? modeOf(written);
  const plan = { ...written, mode };
  await refuseSecond(store, commonDir, planBranch(plan));
  if (inPlace) await refuseUncommitted(top);
  const signer = openSigner(home.keys);
  await removeUnbegun(git, written, signer);
  const commit = await openPlanBranch(git, { plan: written, files, base: head.commit, by: approval.by, signer });
  const run: Run = {
    id: `${plan.id}-${randomBytes(3).toString("hex")}`,
    repository: { top, commonDir },
    branch: planBranch(plan),
    base: head.commit,
    dialect: dialect.id,
    files,
    plan: written,
    hash,
    ...{ mode, agent, from, inPlace },
  };
  const spoken = `${agent.driver}:${agent.spec}`;
  await store.runs.create(run, [{ type: "opened", ...approval, hash, mode, agent: spoken, commit, rebuilt: false }]);
  if (inPlace) await switchToBranch(top, run.branch);
  return run;
}

/** Asked before the branch is opened; the store asks again, for two may come at once. */
async function refuseSecond(store: Store, commonDir: string, branch: string): Promise<void> {
  const all = await store.runs.list({ commonDir });
  const other = all.find((run) => run.branch === branch && run.status === "in-progress");
  if (!other) return;
  throw new UsageError(
    `${other.planId} is under way already; \`planwright resume ${other.planId}\` goes on with it, \`planwright cancel ${other.planId}\` ends it`,
  );
}
