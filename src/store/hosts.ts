import type { HostProcess, Hosts } from "../ports/store.ts";
import type { HostId, RunId } from "../record/run.ts";
import type { Database, Queries } from "./database.ts";
import { forgetQueue } from "./engine-rows.ts";
import { StoreError } from "./store-error.ts";

export const hostsOn = (database: Database): Hosts => ({
  async announce({ id, machine, pid, started }) {
    await database.once(
      `insert into planwright.hosts (id, machine, pid, started) values ($1, $2, $3, $4)
       on conflict (id) do update set seen_at = clock_timestamp()`,
      [id, machine, pid, started],
    );
  },
  async beat(host) {
    await database.once("update planwright.hosts set seen_at = clock_timestamp() where id = $1", [host]);
  },
  async withdraw(host) {
    // Its runs have nobody after that: the reference says so.
    await database.once("delete from planwright.hosts where id = $1", [host]);
  },
  async holder(run) {
    const [row] = await database.once<HostProcess & { silent: number }>(
      `select hosts.id, machine, pid, started,
         extract(epoch from clock_timestamp() - seen_at)::float8 as silent
       from planwright.runs join planwright.hosts on hosts.id = host where runs.id = $1`,
      [run],
    );
    return row ?? null;
  },
  take: (run, host, dead) => take(database, run, host, dead),
  async release(run, host) {
    await database.once("update planwright.runs set host = null where id = $1 and host = $2", [run, host]);
  },
});

/** Waits for a commit that is under way, so that what the last host wrote is there before the next one looks. */
async function take(database: Database, run: RunId, host: HostId, dead: HostId | null): Promise<boolean> {
  return database.together(async (queries) => {
    const [row] = await queries.query<{ holder: HostId | null }>(
      "select host as holder from planwright.runs where id = $1 for update",
      [run],
    );
    if (!row) throw new StoreError("no-run", `there is no run ${run}`);
    const { holder } = row;
    if (holder === host) return true;
    if (holder !== null && holder !== dead) return false;
    const taken = await queries.query(
      "update planwright.runs set host = hosts.id from planwright.hosts where runs.id = $1 and hosts.id = $2 returning 1",
      [run, host],
    );
    if (taken.length === 0) throw new StoreError("no-host", `${host} cannot carry out ${run}: it was never announced`);
    if (holder !== null) await bury(queries, holder);
    return true;
  });
}

/** A dead host cannot withdraw; whoever follows it does so in its place. */
async function bury(queries: Queries, host: HostId): Promise<void> {
  await queries.query("delete from planwright.hosts where id = $1", [host]);
  await forgetQueue(queries, host);
}
