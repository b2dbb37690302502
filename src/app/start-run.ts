import { randomBytes } from "node:crypto";
import { openSigner } from "../contracts/receipts/signing-key.ts";
import { openPlanBranch, planBranch, removeUnbegun } from "../engine/plan-branch.ts";
import { modeOf } from "../plan/policies.ts";
import type { Mode } from "../plan/words.ts";
import type { History } from "../ports/git.ts";
import type { Store } from "../ports/store.ts";
import type { AgentChoice, Run } from "../record/run.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import { historyOf } from "../workspace/history.ts";
import { refuseUncommitted, switchToBranch } from "./in-place.ts";
import type { OpenedRepository } from "./open-repository.ts";
import type { PlanToRun } from "./plan-to-run.ts";
import { surroundingsOf } from "./surroundings.ts";
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
    throw new WorkspaceError(
      "unborn",
      `${top} has no commit yet; a plan needs one to begin with: \`git commit\` first`,
    );
  }
  const { approval, agent, from, inPlace } = told;
  const mode = told.mode ?? modeOf(written);
  const plan = { ...written, mode };
  await refuseSecond(store, historyOf(git), commonDir, planBranch(plan));
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
    ...{ mode, agent, from, inPlace, surroundings: surroundingsOf(top) },
  };
  const spoken = `${agent.driver}:${agent.spec}`;
  await store.runs.create(run, [{ type: "opened", ...approval, hash, mode, agent: spoken, commit, rebuilt: false }]);
  if (inPlace) await switchToBranch(top, run.branch);
  return run;
}

/** Asked before the branch is opened; the store asks again, for two may come at once. */
async function refuseSecond(store: Store, history: History, commonDir: string, branch: string): Promise<void> {
  const all = await store.runs.list({ commonDir });
  const last = all.find((run) => run.branch === branch);
  const name = branch.replace("refs/heads/plan/", "");
  if (last?.status === "in-progress") throw new UsageError(`${name} is under way already; ${waysOn(name)}`);
  if (last === undefined || last.done === 0 || (await history.resolve(branch)) === null) return;
  const accepted = `${last.done} of its ${last.steps} steps are accepted on plan/${name}`;
  if (last.status === "failed") throw new UsageError(`${name} has failed, and ${accepted}; ${waysOn(name)}`);
  if (last.status === "done") {
    throw new UsageError(
      `${name} is done; \`planwright merge ${name}\` takes it over, or give the new plan another title`,
    );
  }
  throw new UsageError(
    `${name} went back to draft, and ${accepted}; \`planwright resume --branch plan/${name}\` goes on with the plan as it was approved, a changed plan needs another title`,
  );
}

const waysOn = (name: string): string =>
  `\`planwright resume ${name}\` goes on with it, \`planwright cancel ${name}\` ends it`;
