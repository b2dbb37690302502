import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openSigner } from "../contracts/receipts/signing-key.ts";
import { sideCacheIn } from "../contracts/side-cache.ts";
import { openPlanBranch, planBranch } from "../engine/plan-branch.ts";
import type { StepRun } from "../engine/step-run.ts";
import type { Dialect, FileSet } from "../ports/dialect.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import { openHarnessGit } from "../workspace/harness-git.ts";
import { locateRepository } from "../workspace/locate.ts";
import { makeOwnFolder } from "../workspace/own-folder.ts";
import { excludesFile } from "./excludes-file.ts";
import { openHome } from "./home.ts";
import { proofPlace, takeProofSlot } from "./open-proof-place.ts";
import { openSandboxFor } from "./open-sandbox.ts";

export type OpenedRun = { run: StepRun; close(): Promise<void> };

/** Approves a plan as it stands and makes everything its steps are carried out with. */
export async function openStepRun(
  top: string,
  plan: { dialect: Dialect; files: FileSet; approvedBy: string },
): Promise<OpenedRun> {
  const facts = locateRepository(top);
  if (facts.head.kind === "unborn") {
    throw new WorkspaceError("unborn", `${facts.top} has no commit yet; a plan needs one to begin with`);
  }
  const home = openHome(facts.top);
  const repository = home.repository(facts.commonDir);
  mkdirSync(repository, { recursive: true });
  const git = await openHarnessGit(facts, join(repository, "git"), excludesFile());
  const signer = openSigner(home.keys);
  const parsed = plan.dialect.parse(plan.files).plan;
  const base = facts.head.commit;
  await openPlanBranch(git, { plan: parsed, files: plan.files.files, base, by: plan.approvedBy, signer });
  const dependencies: [] = [];
  const slot = takeProofSlot(git, repository);
  const sandbox = await openSandboxFor(home);
  const place = await proofPlace({ home, git, sandbox, slot, head: base, dependencies });
  const folder = makeOwnFolder(join(repository, "runs", parsed.id));
  const cache = sideCacheIn(join(repository, "sides"));
  return {
    run: { plan: parsed, branch: planBranch(parsed), git, place, cache, signer, folder, dependencies },
    async close() {
      git.objects.close();
      await slot.proof.close();
      await sandbox.close();
    },
  };
}
