import { revisePlan } from "../../engine/planner/replan.ts";
import { takeUp } from "../../engine/questions/orders.ts";
import { keepOpenWork } from "../../engine/work/keep-open-work.ts";
import type { Store } from "../../ports/store.ts";
import type { Run } from "../../record/run.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { sameJson } from "../../std/same-json.ts";
import type { OpenedRun } from "../hosting/go-on.ts";
import { closeWhatIsLeft } from "../hosting/stop-run.ts";
import type { Scene } from "../opening/scene.ts";
import { leaveRun, takeRun } from "../runs/lease.ts";
import type { Revisable } from "./revise-open.ts";
import type { FoundRevision } from "./revise-read.ts";

/** Approves a revision: the branch and the journal say so, and the run may go on with it. */
export async function takeRevision(
  scene: Scene,
  store: Store,
  { branch }: Revisable,
  { run, revision, changes, kept }: FoundRevision,
): Promise<OpenedRun> {
  // What a dead process has left, and what has passed, is kept before the ground is taken from under it.
  await closeWhatIsLeft(scene, store, run);
  const by = scene.person;
  const lease = await takeRun(store, run);
  try {
    await refuseStale(store, run);
    const { git, signer } = branch;
    await keepOpenWork({ run, store, git, signer });
    const told = changes.length === 0 ? ["as it was approved before"] : changes.map(inWords);
    await revisePlan({ ...branch, store, lease }, { revision, by, told, kept });
  } finally {
    await leaveRun(store, run.id, lease);
  }
  const revised = { ...run, ...revision };
  await takeUp(store.journal, revised, by);
  return { run: revised, store };
}

/** Whoever was asked has seen what changes against the plan as it was then. */
async function refuseStale(store: Store, { id, plan }: Run): Promise<void> {
  if (sameJson((await store.runs.get(id))?.plan, plan)) return;
  throw new Refused("not-possible", `the plan of ${plan.id} was revised meanwhile`, {
    remedies: [remedy("revise", { run: plan.id }, "writes it down anew")],
  });
}

function inWords({ subject, told }: FoundRevision["changes"][number]): string {
  if (subject.kind === "plan") return told;
  return `step ${subject.after ?? subject.before}: ${told}`;
}
