import { join } from "node:path";
import { sideCacheIn } from "../../contracts/sides/side-cache.ts";
import { openPlanBranch, planBranch } from "../../engine/plan-text/plan-branch.ts";
import type { StepRun } from "../../engine/state/step-run.ts";
import type { Dialect, FileSet } from "../../ports/dialect.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { leaveOwnFolder, makeOwnFolder } from "../../workspace/folders/own-folder.ts";
import { openScene } from "../opening/scene.ts";
import { openProofSlot, proofPlace } from "./open-proof-place.ts";

export type OpenedStepRun = { run: StepRun; close(): Promise<void> };

/** Approves a plan as it stands and makes everything its steps are carried out with. */
export async function openStepRun(
  top: string,
  plan: { dialect: Dialect; files: FileSet; approvedBy: string },
): Promise<OpenedStepRun> {
  const scene = openScene(top);
  const opened = await scene.repository();
  const { home, git } = opened;
  const { head } = git.facts;
  if (head.kind === "unborn") {
    throw new WorkspaceError("unborn", `${git.facts.top} has no commit yet; a plan needs one to begin with`);
  }
  const base = head.commit;
  const signer = openSigner(home.keys);
  const parsed = plan.dialect.parse(plan.files).plan;
  const slot = await openProofSlot(opened, await scene.sandbox());
  const close = async (): Promise<void> => {
    await slot.close();
    await scene.close();
  };
  try {
    const place = await proofPlace(opened, slot, { head: base, dependencies: [] });
    const folder = makeOwnFolder(join(opened.folder, "runs", parsed.id));
    const cache = sideCacheIn(join(opened.folder, "sides"));
    // Last, when nothing is missing any more: a branch that is there cannot be opened again.
    await openPlanBranch(git, { plan: parsed, files: plan.files.files, base, by: plan.approvedBy, signer });
    const run = { plan: parsed, branch: planBranch(parsed), git, place, cache, signer, folder, inPlace: false };
    return { run, close: () => close().finally(() => leaveOwnFolder(folder)) };
  } catch (error) {
    await close();
    throw error;
  }
}
