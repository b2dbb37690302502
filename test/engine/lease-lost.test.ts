import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/app/opening/open-repository.ts";
import { leaveRun, takeRun } from "../../src/app/runs/lease.ts";
import { dialects } from "../../src/dialects/dialects.ts";
import { undoStep } from "../../src/engine/branch/undo.ts";
import { revisePlan } from "../../src/engine/planner/replan.ts";
import { stepOf } from "../../src/engine/state/step-run.ts";
import { openSigner } from "../../src/receipts/signing-key.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";

/** A process that was frozen, and comes back when the run is not its own any more. */
async function aFrozenHost() {
  const hosted = await aHostedRun({
    plan: planWith([{ contract: "grep -q one one.txt" }, { contract: "false", more: "**on_fail:** escalate" }]),
    command: "cat > /dev/null\necho one > one.txt\n",
  });
  expect((await hosted.goOn()).halt).toBe("waiting");
  const { run, store, top } = hosted;
  const { git, home } = await openRepository(top);
  onTestFinished(() => git.objects.close());
  const lease = await takeRun(store, run);
  await leaveRun(store, run.id, lease);
  return { ...hosted, scene: { run, store, git, lease, signer: openSigner(home.keys) } };
}

test("whoever has lost the run takes no step back", async () => {
  const { scene, run, git, happened } = await aFrozenHost();
  const before = [git("rev-parse", run.branch), await happened()];
  const undone = undoStep(scene, stepOf(run.plan, "1"), "Ann");
  await expect(undone).rejects.toMatchObject({ code: "lease-lost" });
  expect([git("rev-parse", run.branch), await happened()]).toEqual(before);
});

test("whoever has lost the run does not revise it", async () => {
  const { scene, run, git, happened } = await aFrozenHost();
  const before = [git("rev-parse", run.branch), await happened()];
  const dialect = dialects.find(({ id }) => id === run.dialect);
  if (!dialect) throw new Error("the plan has a dialect");
  const files = run.files.map(({ path, text }) => ({ path, text: text.replace("\nfalse\n", "\ntrue\n") }));
  const { plan } = dialect.parse({ root: ".plan", files });
  const revision = { plan, files, hash: "" };
  const revised = revisePlan({ ...scene, dialect }, { revision, by: "Ann", told: [], kept: [] });
  await expect(revised).rejects.toMatchObject({ code: "lease-lost" });
  expect([git("rev-parse", run.branch), await happened()]).toEqual(before);
});
