import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { sideCacheIn } from "../../contracts/sides/side-cache.ts";
import { dialects } from "../../dialects/dialects.ts";
import { carryOut } from "../../engine/carry-out.ts";
import { publishAgain } from "../../engine/proof/publish.ts";
import { stateOf } from "../../engine/state/journal-state.ts";
import type { Made, RunWorld, Watcher } from "../../engine/state/run-world.ts";
import type { Store } from "../../ports/store.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import type { Lease, Run } from "../../record/run.ts";
import type { Halt, RunEvent } from "../../record/run-event.ts";
import { enginePool } from "../../store/engine-pool.ts";
import { followOn } from "../../store/follow-on.ts";
import { makeOwnFolder } from "../../workspace/folders/own-folder.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { driversOf, plannerOf } from "../agents/drivers-of.ts";
import { pricesBy } from "../agents/model-prices.ts";
import { projectRules } from "../agents/project-rules.ts";
import { openHome } from "../opening/home.ts";
import { machinePolicy } from "../opening/machine-policy.ts";
import { mustHold } from "../opening/must-hold.ts";
import { openRepository } from "../opening/open-repository.ts";
import { reviveDatabase } from "../opening/open-store.ts";
import { sizeOf } from "../opening/repository-paths.ts";
import { UsageError } from "../opening/usage-error.ts";
import { equipping } from "../proving/equip.ts";
import { openProofSlot } from "../proving/open-proof-place.ts";
import { publishRun } from "../publishing/pr-publish.ts";
import { type Host, openHost } from "../runs/host.ts";
import { takeRunAs } from "../runs/lease.ts";
import { asRevised } from "./revise-as-it-is.ts";

export type Hosting = {
  store: Store;
  version: string;
  /** The person wants it to stop. */
  signal: AbortSignal;
  watch: Watcher;
  /** Who works and who judges, where that is not whom the run names. */
  agents?: Agents;
  /** What is being prepared before the first step. */
  onLine(line: string): void;
  /** Hears every event after `after` as it comes, each once, but for the last ones of all. */
  onEvent(event: RunEvent): void;
  after: number;
};

export type Agents = Pick<RunWorld, "driverFor" | "planner">;

/** Carries a run out in this process, if nobody else does. Leaves nothing behind but what the run has come to. */
export async function hostRun(run: Run, hosting: Hosting): Promise<Halt> {
  const host = await openHost(hosting.store, () => reviveDatabase(openHome(run.repository.top)));
  try {
    return await hostUnder(host, run, hosting);
  } finally {
    await host.close();
  }
}

async function hostUnder(host: Host, read: Run, hosting: Hosting): Promise<Halt> {
  const { store } = hosting;
  const lease = await takeRunAs(store, read, host.id);
  const life = host.watch(read.id, lease);
  const run = await asRevised(store, read);
  const stop = new AbortController();
  life.lost.catch(() => stop.abort());
  const following = follow(run, await beginning(store, run, lease), hosting, stop);
  let why: Halt = "stopped";
  try {
    why = await withWorld(run, lease, hosting, {
      signal: AbortSignal.any([hosting.signal, stop.signal]),
      lost: life.lost,
    });
    return why;
  } finally {
    life.end();
    await following.end();
    const released = { type: "released", host: host.id, why } as const;
    await store.journal
      .commit({ run: run.id, key: null, lease }, () => ({ facts: [released], value: null }))
      .catch(() => {});
    await store.hosts.release(run.id, lease).catch(() => {});
  }
}

/** Writes down that the run has a host, and gives the number of the last event before that. */
async function beginning(store: Store, run: Run, lease: Lease): Promise<number> {
  const hosted = { type: "hosted", host: lease.host, process: process.pid, machine: hostname() } as const;
  return store.journal.commit({ run: run.id, key: null, lease }, async (sofar) => ({
    facts: [hosted],
    value: (await sofar.read(0)).at(-1)?.seq ?? 0,
  }));
}

/**
 * Somebody may pause or cancel the run from another terminal, from the moment it is ours. Whoever looks on hears of the
 * same events, so that they are read once.
 */
function follow(
  run: Run,
  before: number,
  { store, after, onEvent }: Hosting,
  stop: AbortController,
): { end(): Promise<void> } {
  const end = new AbortController();
  const hear = async (): Promise<void> => {
    for await (const event of followOn(store.journal, run.id, 0, end.signal)) {
      const isOurs = event.seq > before;
      if (isOurs && (event.type === "cancelled" || (event.type === "paused" && event.now))) stop.abort();
      try {
        if (event.seq > after) onEvent(event);
      } catch {
        // Orders are heard whatever becomes of those who look on.
      }
    }
  };
  // What else breaks the following breaks the run, too, and is told there.
  const hearing = hear().catch(() => {});
  return {
    end() {
      end.abort();
      return hearing;
    },
  };
}

async function withWorld(
  run: Run,
  lease: Lease,
  hosting: Hosting,
  { signal, lost }: Pick<RunWorld, "signal" | "lost">,
): Promise<Halt> {
  const { store, version, watch, onLine } = hosting;
  const opened = await openRepository(run.repository.top);
  const { git, home } = opened;
  const { head } = git.facts;
  if (run.inPlace && !(head.kind === "branch" && head.ref === run.branch)) {
    const name = run.branch.replace("refs/heads/", "");
    throw new UsageError(
      `${run.plan.id} works in ${git.facts.top}, which is not on ${name}; \`git switch ${name}\` first`,
    );
  }
  const slot = await openProofSlot(opened);
  const connections = enginePool(store.url);
  try {
    mustHold(home, slot.sandbox);
    const equip = equipping(opened, slot, { head: run.base, surroundings: run.surroundings, signal, onLine });
    const placeFor: RunWorld["placeFor"] = async (tree) => {
      const found = await equip(tree);
      if (found.status === "ready" && found.made !== null) await tellPrepared(store, run, lease, found.made);
      return found;
    };
    const tip = (await historyOf(git).resolve(run.branch)) ?? run.base;
    const first = await placeFor((await git.run(["rev-parse", `${tip}^{tree}`])).stdout.toString().trim());
    if (first.status === "failed") throw new UsageError(first.told);
    const agents = hosting.agents ?? { driverFor: await driversOf(run), planner: await plannerOf(run) };
    const policy = machinePolicy(home);
    const dialect = dialects.find(({ id }) => id === run.dialect);
    if (!dialect) throw new Error(`no dialect is called ${run.dialect}`);
    const world: RunWorld = {
      run,
      lease,
      store,
      connections,
      dialect,
      step: {
        plan: run.plan,
        branch: run.branch,
        git,
        place: first.place,
        cache: sideCacheIn(join(opened.folder, "sides")),
        signer: openSigner(home.keys),
        inPlace: run.inPlace,
        folder: makeOwnFolder(join(opened.folder, "runs", run.plan.id)),
      },
      ...agents,
      placeFor,
      publish: (commit) => publishRun(opened, { run, journal: store.journal }, commit),
      agentNetwork: { kind: policy.agentNetwork, hosts: policy.agentHosts },
      rules: await projectRules(first.place.trees, run.base),
      history: await store.runs.costs(run.repository.commonDir),
      usdOf: pricesBy(policy),
      sizeOf: (path) => sizeOf(resolve(run.repository.top, path)),
      version,
      signal,
      lost,
      watch,
    };
    const why = await carryOut(world);
    // The last commit of all says that the plan is complete.
    if (why === "done") await publishEnd(world);
    return why;
  } finally {
    await connections.end().catch(() => {});
    await slot.close();
  }
}

async function publishEnd(world: RunWorld): Promise<void> {
  const { tip } = await stateOf(world);
  if (tip !== null) await publishAgain(world, tip);
}

async function tellPrepared(store: Store, run: Run, lease: Lease, { key, told, milliseconds }: Made): Promise<void> {
  const entry = { run: run.id, key: `prepared/${key}`, lease };
  await store.journal.commit(entry, () => ({ facts: [{ type: "prepared", told, milliseconds }], value: null }));
}
