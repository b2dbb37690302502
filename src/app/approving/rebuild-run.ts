import { randomBytes } from "node:crypto";
import { dialects } from "../../dialects/dialects.ts";
import { rebuild } from "../../engine/branch/rebuild.ts";
import { editedText } from "../../engine/plan-text/edited-text.ts";
import { planBranch } from "../../engine/plan-text/plan-branch.ts";
import { planTextAt } from "../../engine/plan-text/plan-text.ts";
import { EngineError } from "../../engine/state/engine-error.ts";
import { approvalHash } from "../../plan/approval.ts";
import type { Plan } from "../../plan/model.ts";
import { modeOf } from "../../plan/policies.ts";
import type { Mode } from "../../plan/words.ts";
import type { PlanEdit } from "../../ports/dialect.ts";
import type { CommitId } from "../../ports/git.ts";
import type { Signer } from "../../ports/signer.ts";
import type { Audit, AuditInput, Problem } from "../../receipts/audit/audit.ts";
import { auditBranch } from "../../receipts/audit/audit-branch.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import { repositoryIdOf } from "../../record/repository-id.ts";
import type { Run } from "../../record/run.ts";
import type { RunFact } from "../../record/run-event.ts";
import { Refused } from "../../std/refusal.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { agentsOfPlan, namedFrom, spokenAgents } from "../agents/agents-of-plan.ts";
import { knownSigners } from "../auditing/known-signers.ts";
import type { OpenedRun } from "../hosting/go-on.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { repositoryConfig } from "../opening/repository-config.ts";
import type { Scene } from "../opening/scene.ts";
import { planAtTree } from "../plans/plan-at-tree.ts";
import { withoutProgress } from "../plans/plan-to-run.ts";
import { surroundingsOf } from "../proving/surroundings.ts";
import type { Approval } from "./start-run.ts";

export type RebuildOptions = {
  agent: string | null;
  mode: Mode | null;
  /** Whoever approves the plan now: that it was approved before is no reason to run it here. */
  approval: Approval;
  told(line: string): void;
};

/**
 * Makes a run from nothing but its branch (`plan/x`, or `x` for short), for whoever has lost the database or never had
 * it. The branch is audited first, and refused when anything but the name of its signer is in doubt.
 */
export async function rebuildRun(scene: Scene, ref: string, options: RebuildOptions): Promise<OpenedRun> {
  const opened = await scene.repository();
  const { run, facts } = await readRun(scene, opened, ref, options);
  const store = await scene.store(options.told);
  // Refuses while another run of this branch is under way.
  await store.runs.create(run, facts);
  return { run, store };
}

async function readRun(
  scene: Scene,
  opened: OpenedRepository,
  ref: string,
  { approval, told, ...options }: RebuildOptions,
): Promise<{ run: Run; facts: RunFact[] }> {
  const { git, home } = opened;
  const { top, commonDir } = git.facts;
  const { branch, tip } = await branchNamed(opened, ref);
  const signer = openSigner(home.keys);
  const audit = await soundBranch(opened, tip, signer, branch);
  if (audit.signers.some(({ publicKey }) => publicKey !== signer.publicKey)) {
    const remedy = "an auditor has to know both (`allowed_signers`)";
    told(`${nameOf(branch)} was signed with another key than yours; ${remedy}`);
  }
  const { plan, dialect, files } = await currentText(opened, audit, { branch, tip });
  const mode = options.mode ?? modeOf(plan);
  const agents = agentsOfPlan(plan, namedFrom(scene, options.agent), { top, config: repositoryConfig(top) });
  const hash = approvalHash(plan);
  const opening = { ...approval, hash, mode, agent: spokenAgents(plan, agents) };
  const { base, facts } = await rebuild(git, { branch: nameOf(branch), tip, plan }, opening);
  const run: Run = {
    id: `${plan.id}-${randomBytes(3).toString("hex")}`,
    repository: { id: repositoryIdOf(git.facts), top, commonDir },
    ...{ branch, base, dialect: dialect.id, files, plan, hash, mode, ...agents },
    inPlace: false,
    surroundings: surroundingsOf(top),
  };
  return { run, facts };
}

const nameOf = (branch: string): string => branch.replace("refs/heads/", "");

async function branchNamed({ git }: OpenedRepository, ref: string): Promise<{ branch: string; tip: CommitId }> {
  const name = ref.replace(/^refs\/heads\//, "").replace(/^plan\//, "");
  const branch = `refs/heads/plan/${name}`;
  const history = historyOf(git);
  const tip = await history.resolve(branch);
  if (tip !== null) return { branch, tip };
  const isRemote = (await history.resolve(`refs/remotes/origin/plan/${name}`)) !== null;
  const remedy = isRemote ? `; \`git branch plan/${name} origin/plan/${name}\` makes it` : "";
  throw new Refused("no-branch", `there is no branch plan/${name} in this repository${remedy}`);
}

/** Nobody has to know who signed the branch; but it must be one of a piece, and say the truth about itself. */
async function soundBranch(
  { git }: OpenedRepository,
  tip: CommitId,
  signer: Signer,
  branch: string,
): Promise<Audit & { approval: NonNullable<Audit["approval"]> }> {
  const [history, trees] = [historyOf(git), treesOf(git)];
  const { text, later } = await knownSigners({ git, history, trees }, tip, undefined);
  const planAt: AuditInput["planAt"] = (tree, id) => planAtTree(trees, tree, id);
  const known = { signers: text, signersLater: later, ownKey: signer.publicKey };
  const audit = await auditBranch({ history, trees, tip, base: null, ...known, planAt });
  const { approval, problems } = audit;
  if (problems.length > 0 || approval === null) {
    const why = problems.slice(0, 3).map(spoken).join("; ");
    const more = problems.length > 3 ? `; and ${problems.length - 3} more` : "";
    const name = nameOf(branch);
    throw new EngineError("not-possible", `${name} is not sound, so it cannot be taken up: ${why}${more}`);
  }
  return { ...audit, approval };
}

const spoken = ({ commit, file, what }: Problem): string =>
  [commit?.slice(0, 10), file, what].filter((part) => part !== null && part !== undefined).join(": ");

/** The plan as it was approved last, without progress, and with what was revised since: the How of steps, and decisions. */
async function currentText(
  { git }: OpenedRepository,
  { approval }: { approval: { commit: CommitId; plan: string } },
  { branch, tip }: { branch: string; tip: CommitId },
) {
  const trees = treesOf(git);
  const written = await planTextAt(trees, await trees.treeOf(approval.commit));
  const dialect = dialects.find((each) => each.detect(written));
  if (!dialect) throw new Error(`${approval.commit} holds no plan, and an audit has read one`);
  const approved = withoutProgress(dialect, written);
  const { plan: now } = dialect.parse(await planTextAt(trees, await trees.treeOf(tip), approval.plan));
  const text = editedText(dialect, approved, revisedSince(dialect.parse(approved).plan, now));
  const plan = { ...dialect.parse(text).plan, id: approval.plan };
  if (planBranch(plan) !== branch) {
    throw new EngineError("not-possible", `${nameOf(branch)} holds the plan ${plan.id}; rename it to plan/${plan.id}`);
  }
  return { plan, dialect, files: text.files };
}

/** What a planner has changed between an approval and now. A finished plan that was folded together says nothing of it. */
function revisedSince(approved: Plan, now: Plan): PlanEdit[] {
  const [before, after] = [approved.architecture ?? "", now.architecture ?? ""];
  const added = after.startsWith(before) ? after.slice(before.length).trim() : "";
  return [
    ...(added === "" ? [] : [{ type: "decision", text: added } as const]),
    ...now.steps.flatMap(({ id, how }): PlanEdit[] => {
      const step = approved.steps.find((each) => each.id === id);
      return step && how !== undefined && how !== step.how ? [{ type: "how", step: id, how }] : [];
    }),
  ];
}
