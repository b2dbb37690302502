import type { Holder, Hosts } from "../ports/store.ts";
import type { HostId, Lease, RunId } from "../record/run.ts";
import type { Database, Queries } from "./database.ts";
import { StoreError } from "./store-error.ts";

export const hostsOn = (database: Database): Hosts => ({
  async announce({ id, machine, pid, started }) {
    await database.once(
      `insert into planwright.hosts (id, machine, pid, started) values ($1, $2, $3, $4)
       on conflict (id) do update set seen_at = clock_timestamp()`,
      [id, machine, pid, started],
    );
  },
  async withdraw(host) {
    // Its runs have nobody after that: the reference says so.
    await database.once("delete from planwright.hosts where id = $1", [host]);
  },
  async holder(run) {
    const [row] = await database.once<Holder>(
      `select hosts.id, machine, pid, started, epoch,
         extract(epoch from clock_timestamp() - seen_at)::float8 as silent
       from planwright.runs join planwright.hosts on hosts.id = host where runs.id = $1`,
      [run],
    );
    return row ?? null;
  },
  take: (run, host, over) => take(database, run, host, over),
  async release(run, { host, epoch }) {
    await database.once("update planwright.runs set host = null where id = $1 and host = $2 and epoch = $3", [
      ...[run, host, epoch],
    ]);
  },
});

/** Waits for a commit that is under way, so that what the last host wrote is there before the next one looks. */
async function take(database: Database, run: RunId, host: HostId, over: Lease | null): Promise<Lease | null> {
  let tried: number | null = null;
  return database.together(async (queries, isAgain) => {
    const [row] = await queries.query<{ holder: HostId | null; epoch: number }>(
      "select host as holder, epoch from planwright.runs where id = $1 for update",
      [run],
    );
    if (!row) throw new StoreError("no-run", `there is no run ${run}`);
    const { holder, epoch } = row;
    // Only the answer was lost.
    if (isAgain && holder === host && epoch === tried) return { host, epoch };
    if (holder !== null && !(over !== null && holder === over.host && epoch === over.epoch)) return null;
    tried = epoch + 1;
    const [taken] = await queries.query<Lease>(
      `update planwright.runs set host = hosts.id, epoch = $3 from planwright.hosts
       where runs.id = $1 and hosts.id = $2 returning host, epoch`,
      [run, host, tried],
    );
    if (!taken) throw new StoreError("no-host", `${host} cannot carry out ${run}: it was never announced`);
    if (holder !== null && holder !== host) await bury(queries, holder);
    return taken;
  });
}

/** A dead host cannot withdraw; when its last run is taken, that is done in its place. */
async function bury(queries: Queries, host: HostId): Promise<void> {
  await queries.query(
    "delete from planwright.hosts where id = $1 and not exists (select from planwright.runs where host = $1)",
    [host],
  );
}
