import { dialects } from "../../dialects/dialects.ts";
import type { Branch } from "../../engine/plan-text/approved-anew.ts";
import { refuseUnrevisable } from "../../engine/planner/replan.ts";
import { currentState } from "../../engine/state/journal-state.ts";
import type { RunState } from "../../engine/state/run-state.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import type { Run } from "../../record/run.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { spoken } from "../runs/host-process.ts";
import { latestRun } from "../runs/latest-run.ts";
import { liveHolder } from "../runs/lease.ts";
import type { OpenedRuns } from "../runs/open-runs.ts";

/** A run whose plan may be changed now: nobody carries it out, and it is not done. */
export type Revisable = { run: Run; state: RunState; branch: Branch };

export async function revisableRun(runs: OpenedRuns, name: string | undefined): Promise<Revisable> {
  const { opened, store } = runs;
  const run = await latestRun(runs, name, { do: "revise", with: {} });
  const { id } = run.plan;
  const holder = await liveHolder(store, run.id);
  if (holder) {
    throw new Refused("under-way", `${id} is running in ${spoken(holder)}`, {
      remedies: [
        remedy("pause", { run: id, now: "yes" }, "stops it"),
        remedy("cancel", { run: id }, "moves it to draft"),
      ],
    });
  }
  await refuseBeside(runs, run);
  const state = await currentState(store.journal, run.id);
  refuseUnrevisable(id, state);
  const dialect = dialects.find((each) => each.id === run.dialect);
  if (!dialect) throw new Error(`no dialect is called ${run.dialect}`);
  return { run, state, branch: { run, git: opened.git, dialect, signer: openSigner(opened.home.keys) } };
}

/** A branch has one run that is not over, and this one is about to be that. */
async function refuseBeside({ store }: OpenedRuns, run: Run): Promise<void> {
  const open = await store.runs.list({ repository: run.repository.id, isOver: false });
  const other = open.find(({ id, branch }) => branch === run.branch && id !== run.id);
  if (!other) return;
  const name = run.branch.replace("refs/heads/", "");
  throw new Refused("under-way", `${other.id} is under way on ${name}`, {
    remedies: [remedy("revise", { run: other.id }, "changes that one")],
  });
}
