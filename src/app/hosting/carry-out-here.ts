import { join, resolve } from "node:path";
import { sideCacheIn } from "../../contracts/sides/side-cache.ts";
import { dialects } from "../../dialects/dialects.ts";
import { publishAgain } from "../../engine/proof/publish.ts";
import { stateOf } from "../../engine/state/journal-state.ts";
import { takeRunFolder } from "../../engine/state/run-folder.ts";
import type { Made, RunWorld, Watcher } from "../../engine/state/run-world.ts";
import type { Store } from "../../ports/store.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import type { Lease, Run } from "../../record/run.ts";
import type { Halt, RunEvent } from "../../record/run-event.ts";
import { Refused } from "../../std/refusal.ts";
import { leaveOwnFolder } from "../../workspace/folders/own-folder.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { driversOf, plannerOf } from "../agents/drivers-of.ts";
import { pricesBy } from "../agents/model-prices.ts";
import { projectRules } from "../agents/project-rules.ts";
import { mustHold } from "../opening/must-hold.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { sizeOf } from "../opening/repository-paths.ts";
import type { Scene } from "../opening/scene.ts";
import { equipping } from "../proving/equip.ts";
import { openProofSlot, type ProofSlot } from "../proving/open-proof-place.ts";
import { publishRun } from "../publishing/pr-publish.ts";
import type { Held, Host } from "../runs/host.ts";

export type Hosting = {
  store: Store;
  version: string;
  /** The person wants it to stop. */
  signal: AbortSignal;
  watch: Watcher;
  /** The process's own, where it hosts other runs, too. */
  host?: Host;
  /** Who works and who judges, where that is not whom the run names. */
  agents?: Agents;
  /** What is being prepared before the first step. */
  onLine(line: string): void;
  /** Hears every event after `after` as it comes, each once, but for the last ones of all. */
  onEvent(event: RunEvent): void;
  after: number;
};

export type Agents = Pick<RunWorld, "driverFor" | "planner">;

/** `closed` settles once everything that the run was carried out with is put back. Never rejects. */
export type CarriedHere = { halt: Promise<Halt>; closed: Promise<void> };

/** Opens everything a run is carried out with on this machine, and carries it out there. */
export function carryOutHere(scene: Scene, run: Run, held: Held, hosting: Hosting & { host: Host }): CarriedHere {
  let ended = Promise.resolve();
  let close = async (): Promise<void> => {};
  const carry = async (): Promise<Halt> => {
    const opened = await scene.repository(run.repository.top);
    refuseOtherBranch(run, opened);
    const slot = await openProofSlot(opened, await scene.sandbox(), hosting);
    close = slot.close;
    const folder = await takeRunFolder(opened.folder, run, held.lease, hosting);
    close = () => slot.close().finally(() => leaveOwnFolder(folder));
    const world = await openWorld(scene, run, held, { opened, slot, folder }, hosting);
    const carried = (await hosting.host.engine()).carryOut(world);
    ended = carried.ended;
    const why = await carried.halt;
    await ended;
    // The last commit of all says that the plan is complete.
    if (why === "done") await publishEnd(world);
    return why;
  };
  const halt = carry().catch((error: Error) => {
    // Stopped while it still waited for a place to work in.
    if (!(hosting.signal.aborted && error.name === "AbortError")) throw error;
    return Promise.race([held.lost, Promise.resolve("stopped" as const)]);
  });
  const isOver = async (): Promise<void> => {
    await halt.catch(() => {});
    await ended;
    await close().catch(() => {});
  };
  return { halt, closed: isOver() };
}

function refuseOtherBranch(run: Run, { git: { facts } }: OpenedRepository): void {
  const { head, top } = facts;
  if (!run.inPlace || (head.kind === "branch" && head.ref === run.branch)) return;
  const name = run.branch.replace("refs/heads/", "");
  throw new Refused("moved", `${run.plan.id} works in ${top}, which is not on ${name}; \`git switch ${name}\` first`);
}

async function openWorld(
  scene: Scene,
  run: Run,
  { lease, lost }: Held,
  { opened, slot, folder }: { opened: OpenedRepository; slot: ProofSlot; folder: string },
  { store, version, watch, onLine, signal, ...hosting }: Hosting,
): Promise<RunWorld> {
  const { git, home } = opened;
  await mustHold(scene);
  const equip = equipping(opened, slot, { head: run.base, surroundings: run.surroundings, signal, onLine });
  const placeFor: RunWorld["placeFor"] = async (tree) => {
    const found = await equip(tree);
    if (found.status === "ready" && found.made !== null) await tellPrepared(store, run, lease, found.made);
    return found;
  };
  const tip = (await historyOf(git).resolve(run.branch)) ?? run.base;
  const first = await placeFor((await git.run(["rev-parse", `${tip}^{tree}`])).stdout.toString().trim());
  if (first.status === "failed") throw new Refused("failed", first.told);
  const { policy } = scene;
  const agents = hosting.agents ?? {
    driverFor: await driversOf(run, policy),
    planner: await plannerOf(run, policy),
  };
  const dialect = dialects.find(({ id }) => id === run.dialect);
  if (!dialect) throw new Error(`no dialect is called ${run.dialect}`);
  return {
    ...{ run, lease, lost, store, dialect, version, watch, signal },
    step: {
      plan: run.plan,
      branch: run.branch,
      git,
      place: first.place,
      cache: sideCacheIn(join(opened.folder, "sides")),
      signer: openSigner(home.keys),
      inPlace: run.inPlace,
      folder,
    },
    ...agents,
    placeFor,
    publish: (commit) => publishRun(opened, { run, journal: store.journal }, commit),
    agentNetwork: { kind: policy.agentNetwork, hosts: policy.agentHosts },
    rules: await projectRules(first.place.trees, run.base),
    history: await store.runs.costs(run.repository.id),
    usdOf: pricesBy(policy),
    sizeOf: (path) => sizeOf(resolve(run.repository.top, path)),
  };
}

async function publishEnd(world: RunWorld): Promise<void> {
  const { tip } = await stateOf(world);
  if (tip !== null) await publishAgain(world, tip);
}

async function tellPrepared(store: Store, run: Run, lease: Lease, { key, told, milliseconds }: Made): Promise<void> {
  const entry = { run: run.id, key: `prepared/${key}`, lease };
  await store.journal.commit(entry, () => ({ facts: [{ type: "prepared", told, milliseconds }], value: null }));
}
