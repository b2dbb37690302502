import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHome } from "../../../src/app/opening/home.ts";
import { openSandboxFor } from "../../../src/app/opening/open-sandbox.ts";
import { openProofSlot, proofPlace } from "../../../src/app/proving/open-proof-place.ts";
import { defaultPolicy } from "../../../src/config/policy.ts";
import { proveStep, type StepProof } from "../../../src/contracts/proof/prove-step.ts";
import { type Restoration, restore } from "../../../src/contracts/restore/restoration.ts";
import { sideCacheIn } from "../../../src/contracts/sides/side-cache.ts";
import { steps } from "../../../src/dialects/steps/dialect.ts";
import { type Judged, judgeWork } from "../../../src/engine/proof/judge-work.ts";
import type { Plan, Step } from "../../../src/plan/model.ts";
import type { CommitId } from "../../../src/ports/git.ts";
import type { Mount } from "../../../src/ports/sandbox.ts";
import { openHarnessGit } from "../../../src/workspace/git/harness-git.ts";
import { locateRepository } from "../../../src/workspace/git/locate.ts";
import { makeWorkTree } from "../../../src/workspace/places/work-tree.ts";
import { type Snapshot, snapshot } from "../../../src/workspace/snapshot/snapshot.ts";
import { gitIn, type PlannedStep, planOf } from "../a-run.ts";
import { type Files, put } from "./files.ts";

/**
 * One repository in which many steps are proven, one after the other, each from a base of its own. Workers are not
 * started: what they leave is written into their folder, so that all time goes into the proofs.
 */
export type Workshop = {
  /** The repository's own top; contracts see their tree there. */
  top: string;
  /** A commit that holds these files and nothing else. */
  commit(files: Files): CommitId;
  /** A worker's folder at a base, with its changes in it. There is one for each number. */
  leave(base: CommitId, changes: Files, folder?: number): Promise<Left>;
  /** What would be proven, without running anything. */
  restored(left: Left, step: PlannedStep): Promise<Restoration>;
  prove(left: Left, step: PlannedStep): Promise<StepProof>;
  /** What a run would make of it. */
  judge(left: Left, step: PlannedStep): Promise<Judged>;
  close(): Promise<void>;
};

export type Left = { base: CommitId; folder: string; snapshot: Snapshot };

/** `installed` is a folder that lies at `node_modules` in every tree, as dependencies do, and is no part of it. */
export async function openWorkshop(installed?: string): Promise<Workshop> {
  const own = mkdtempSync(join(realpathSync(tmpdir()), "planwright-workshop-"));
  const top = join(own, "repository");
  process.env.PLANWRIGHT_HOME = join(own, "home");
  mkdirSync(top);
  gitIn(top, "init", "-q", "-b", "main");
  gitIn(top, "commit", "-q", "--allow-empty", "-m", "first");

  const facts = locateRepository(top);
  const home = openHome(top);
  const repository = home.repository(facts.commonDir);
  mkdirSync(repository, { recursive: true });
  const git = await openHarnessGit(facts, join(repository, "git"), {});
  const opened = { home, git, folder: repository };
  const sandbox = await openSandboxFor(home, defaultPolicy());
  const slot = await openProofSlot(opened, sandbox);
  const dependencies: Mount[] = installed
    ? [{ show: realpathSync(installed), at: join(top, "node_modules"), access: "throw-away" }]
    : [];
  const head = facts.head.kind === "unborn" ? null : facts.head.commit;
  const place = await proofPlace(opened, slot, { head, dependencies });
  const cache = sideCacheIn(join(repository, "sides"));
  const treesIn = async ({ base, snapshot }: Left) => ({ base: await place.trees.treeOf(base), worker: snapshot.tree });
  return {
    top,
    commit(files) {
      gitIn(top, "rm", "-rqf", "--ignore-unmatch", ".");
      put(top, files);
      gitIn(top, "add", "-A");
      gitIn(top, "commit", "-q", "--allow-empty", "-m", "base");
      return gitIn(top, "rev-parse", "HEAD").trim();
    },
    async leave(base, changes, number = 0) {
      const work = await makeWorkTree(git, join(own, `work-${number}`), base);
      put(work.path, changes);
      return { base, folder: work.path, snapshot: await snapshot(git, work.path, { index: work.index, base }) };
    },
    async restored(left, planned) {
      const { step } = stepOf(planned);
      return restore(place.trees, { step, contracts: step.contracts, ...(await treesIn(left)) });
    },
    async prove(left, planned) {
      const work = { ...stepOf(planned), ...(await treesIn(left)) };
      return proveStep(work, {
        trees: place.trees,
        placeFor: async () => place,
        cache,
        signal: AbortSignal.timeout(120_000),
        progress: () => {},
      });
    },
    async judge(left, planned) {
      const { plan, step } = stepOf(planned);
      const about = { attempt: 1, version: "0.0.0", placeFor: async () => place, trusted: new Map() };
      const sides = await treesIn(left);
      return judgeWork({ plan, place, cache }, step, { ...about, ...sides }, AbortSignal.timeout(120_000));
    },
    async close() {
      await slot.close();
      await sandbox.close();
      git.objects.close();
      rmSync(own, { recursive: true, force: true });
    },
  };
}

function stepOf(planned: PlannedStep): { plan: Plan; step: Step } {
  const text = planOf(planned);
  const { plan } = steps.parse({ root: "plan.md", files: [{ path: "plan.md", text }] });
  const [step] = plan.steps;
  if (step === undefined) throw new Error(`no step in ${text}`);
  return { plan, step };
}
