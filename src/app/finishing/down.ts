import { existsSync, realpathSync } from "node:fs";
import { databaseUrl } from "../../config/environment.ts";
import { homeFolder } from "../../config/home.ts";
import type { Store } from "../../ports/store.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { ensurePostgres } from "../../store/embedded/ensure-postgres.ts";
import { postgresStatus } from "../../store/embedded/postgres-status.ts";
import { removePostgres } from "../../store/embedded/remove-postgres.ts";
import { stopPostgres } from "../../store/embedded/stop-postgres.ts";
import { openStore } from "../../store/open-store.ts";
import { StoreError } from "../../store/store-error.ts";
import { spoken } from "../runs/host-process.ts";
import { liveHolder } from "../runs/lease.ts";

/**
 * `not-ours`: the person has named a Postgres of their own, and whatever lies in our home is not in use. `declined`: it was
 * to be forgotten, and somebody said no.
 */
export type Down = "stopped" | "forgotten" | "declined" | "not-running" | "not-ours";

/** What would be forgotten: runs of so many repositories, those of them that are not over, and questions that wait. */
export type Remembered = { runs: number; repositories: number; underWay: number; questions: number };

export type DownOptions = {
  /** Also while a run is being carried out. */
  force: boolean;
  /** Asked before what is remembered goes; null when it cannot be read. Without it everything stays. */
  forget: ((remembered: Remembered | null) => Promise<boolean>) | null;
};

/** Ends the database of this home. What is in it stays, and the next command that needs it starts it again. */
export async function down({ force, forget }: DownOptions): Promise<Down> {
  const told = homeFolder();
  if (!existsSync(told)) return absent();
  const home = realpathSync(told);
  const { state } = postgresStatus(home);
  if (state === "none") return absent();
  if (state === "running" && !force) await inStore(home, refuseWhileInUse);
  if (forget === null) return state === "running" ? stopPostgres(home) : absent();
  const isAgreed = await forget(await rememberedIn(home));
  if (isAgreed) await removePostgres(home);
  // It was started only to be asked what it remembers.
  else if (state === "stopped") await stopPostgres(home);
  return isAgreed ? "forgotten" : "declined";
}

const absent = (): Down => (databaseUrl() === null ? "not-running" : "not-ours");

async function inStore<T>(home: string, act: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore((await ensurePostgres({ home })).url);
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

/** Cutting a run off from its database would stop it in the middle of an attempt. */
async function refuseWhileInUse(store: Store): Promise<void> {
  for (const { id, planId, host } of await store.runs.list({ isOver: false })) {
    const holder = host === null ? null : await liveHolder(store, id);
    if (holder === null) continue;
    throw new Refused("under-way", `${id} is running in ${spoken(holder)}`, {
      remedies: [
        remedy("pause", { run: planId }, "stops it first"),
        remedy("again", { force: "yes" }, "interrupts it"),
      ],
    });
  }
}

/** A database that is broken can be forgotten all the same: that may be the very reason. */
async function rememberedIn(home: string): Promise<Remembered | null> {
  try {
    return await inStore(home, remembered);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

async function remembered(store: Store): Promise<Remembered> {
  const all = await store.runs.list({});
  return {
    runs: all.length,
    repositories: new Set(all.map(({ repository }) => repository)).size,
    underWay: all.filter(({ status }) => status === "in-progress" || status === "approved").length,
    questions: all.reduce((sum, { open }) => sum + open, 0),
  };
}
