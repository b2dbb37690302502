import type { Store } from "../../ports/store.ts";
import type { LedgerFilter, LedgerGroup, LedgerNames, LedgerSum, LedgerView } from "../../record/ledger-row.ts";
import type { RunSummary } from "../../record/run.ts";
import { nearest } from "../../std/nearest.ts";
import { Refused } from "../../std/refusal.ts";
import type { Scene } from "../opening/scene.ts";
import { isNamed } from "../runs/open-runs.ts";
import { listedOf, openMemory } from "../runs/remembered-runs.ts";

export type { LedgerGroup, LedgerNames, LedgerSum, LedgerView };

/** What is asked for; `name` is a run, its plan or its branch, and `since` a day. */
export type CostQuestion = {
  name: string | undefined;
  by: LedgerView | undefined;
  since: string | undefined;
  all: boolean;
};

/** `isElsewhere`: nothing is found here, and other repositories have something. */
export type Cost = { by: LedgerView; groups: LedgerGroup[]; total: LedgerSum | null; isElsewhere: boolean };

/** What models were asked, and what that cost: in this repository, or in all. Throws `Refused` for an unknown name. */
export async function cost(scene: Scene, { name, by, since, all }: CostQuestion): Promise<Cost> {
  const view = by ?? (name === undefined ? "plan" : "step");
  const of = listedOf(scene, { all });
  const store = await openMemory(scene);
  if (store === null) {
    if (name !== undefined) throw new Refused("no-run", notThere(name, []));
    return { by: view, groups: [], total: null, isElsewhere: false };
  }
  const filter = { ...of, ...(await meant(store, of, name)) };
  const found = await store.ledger.sums(
    since === undefined ? filter : { ...filter, since: `${since}T00:00:00Z` },
    view,
  );
  const isElsewhere = found.total === null && !all && (await store.ledger.sums({}, "role")).total !== null;
  return { by: view, ...found, isElsewhere };
}

/** A run by its id; by the name of a plan or its branch all runs of the plan, also those that are forgotten. */
async function meant(store: Store, of: LedgerFilter, name: string | undefined): Promise<LedgerFilter> {
  if (name === undefined) return {};
  const runs = await store.runs.list(of);
  if (runs.some(({ id }) => id === name)) return { run: name };
  const run = runs.find((each) => isNamed(each, name));
  if (run) return { plan: run.planId };
  for (const filter of [{ run: name }, { plan: name }]) {
    if ((await store.ledger.sums({ ...of, ...filter }, "role")).total !== null) return filter;
  }
  throw new Refused("no-run", notThere(name, runs));
}

function notThere(name: string, runs: readonly RunSummary[]): string {
  const known = [...new Set(runs.map(({ planId }) => planId))];
  const close = nearest(name, known);
  if (close !== null) return `there is no run or plan ${name} here; did you mean ${close}?`;
  const some = known.length === 0 ? "nothing has run yet" : `there are ${known.slice(0, 20).join(", ")}`;
  return `there is no run or plan ${name} here; ${some}`;
}
