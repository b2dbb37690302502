import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { openDriver } from "../agents/choose-driver.ts";
import { searchFolders } from "../config/environment.ts";
import { openSigner } from "../contracts/receipts/signing-key.ts";
import { sideCacheIn } from "../contracts/side-cache.ts";
import { dialects } from "../dialects/dialects.ts";
import { carryOut } from "../engine/carry-out.ts";
import type { RunWorld, Watcher } from "../engine/run-world.ts";
import type { HostProcess, Store } from "../ports/store.ts";
import type { Run } from "../record/run.ts";
import type { Halt } from "../record/run-event.ts";
import { historyOf } from "../workspace/history.ts";
import { makeOwnFolder } from "../workspace/own-folder.ts";
import { bootId, isRunning, thisProcess } from "../workspace/process-mark.ts";
import { equipping } from "./equip.ts";
import { openProofSlot } from "./open-proof-place.ts";
import { openRepository } from "./open-repository.ts";
import { projectRules } from "./project-rules.ts";
import { repositoryConfig } from "./repository-config.ts";
import { UsageError } from "./usage-error.ts";

export type Hosting = {
  store: Store;
  version: string;
  /** The person wants it to stop. */
  signal: AbortSignal;
  watch: Watcher;
  /** What is being prepared before the first step. */
  onLine(line: string): void;
};

/** Carries a run out in this process, if nobody else does. Leaves nothing behind but what the run has come to. */
export async function hostRun(run: Run, hosting: Hosting): Promise<Halt> {
  const { store } = hosting;
  const host = await takeRun(store, run);
  const stop = new AbortController();
  const beat = setInterval(() => void store.hosts.beat(host).catch(() => {}), 5000);
  const following = followOrders(store, run, stop);
  let why: Halt = "stopped";
  try {
    why = await withWorld(run, host, hosting, AbortSignal.any([hosting.signal, stop.signal]));
    return why;
  } finally {
    clearInterval(beat);
    following.end();
    await store.journal
      .commit({ run: run.id, key: null, host }, () => ({ facts: [{ type: "released", host, why }], value: null }))
      .catch(() => {});
    await store.hosts.release(run.id, host).catch(() => {});
    await store.hosts.withdraw(host).catch(() => {});
  }
}

/** The run is ours from here on. One process at a time carries a run out; one that is dead is passed over. */
async function takeRun(store: Store, run: Run): Promise<string> {
  const { pid, started } = thisProcess();
  const machine = machineName();
  const me: HostProcess = { id: `${hostname()}-${pid}-${randomUUID().slice(0, 8)}`, machine, pid, started };
  await store.hosts.announce(me);
  const holder = await store.hosts.holder(run.id);
  const isDead = holder !== null && (holder.machine === machine ? !isRunning(holder) : holder.silent > SILENT_SECONDS);
  if (!(await store.hosts.take(run.id, me.id, isDead ? holder.id : null))) {
    await store.hosts.withdraw(me.id);
    const who = holder
      ? `process ${holder.pid}${holder.machine === machine ? "" : ` on ${holder.machine}`}`
      : "somebody else";
    throw new UsageError(
      `${run.id} is being carried out by ${who}; \`planwright watch ${run.plan.id}\` shows how it goes`,
    );
  }
  await store.journal.commit({ run: run.id, key: null, host: me.id }, () => ({
    facts: [{ type: "hosted", host: me.id, process: pid, machine: hostname() }],
    value: null,
  }));
  return me.id;
}

const SILENT_SECONDS = 30;

/** The same machine after a restart is another one: no process of before is alive. */
const machineName = (): string => `${hostname()} ${bootId()}`;

/** Somebody may pause or cancel the run from another terminal. */
function followOrders(store: Store, run: Run, stop: AbortController): { end(): void } {
  const end = new AbortController();
  const follow = async (): Promise<void> => {
    const known = (await store.journal.read(run.id, 0)).at(-1)?.seq ?? 0;
    for await (const event of store.journal.follow(run.id, known, end.signal)) {
      if (event.type === "cancelled" || (event.type === "paused" && event.now)) stop.abort();
    }
  };
  void follow().catch(() => {});
  return { end: () => end.abort() };
}

async function withWorld(run: Run, host: string, hosting: Hosting, signal: AbortSignal): Promise<Halt> {
  const { store, version, watch, onLine } = hosting;
  const opened = await openRepository(run.repository.top);
  const { git, home } = opened;
  const slot = await openProofSlot(opened);
  try {
    const { workspace } = repositoryConfig(git.facts.top);
    const placeFor = equipping(opened, slot, { head: run.base, workspace, signal, onLine });
    const tip = (await historyOf(git).resolve(run.branch)) ?? run.base;
    const first = await placeFor((await git.run(["rev-parse", `${tip}^{tree}`])).stdout.toString().trim());
    if (first.status === "failed") throw new UsageError(first.told);
    const driver = openDriver(run.agent, { cwd: run.from, search: searchFolders(), tree: git.facts.top });
    const dialect = dialects.find(({ id }) => id === run.dialect);
    if (!dialect) throw new Error(`no dialect is called ${run.dialect}`);
    const world: RunWorld = {
      run,
      host,
      store,
      dialect,
      step: {
        plan: run.plan,
        branch: run.branch,
        git,
        place: first.place,
        cache: sideCacheIn(join(opened.folder, "sides")),
        signer: openSigner(home.keys),
        folder: makeOwnFolder(join(opened.folder, "runs", run.plan.id)),
      },
      driverFor: () => driver,
      placeFor,
      rules: await projectRules(first.place.trees, run.base),
      version,
      signal,
      watch,
    };
    return await carryOut(world);
  } finally {
    await slot.close();
  }
}
