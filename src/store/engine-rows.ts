import type { HostId, RunId } from "../record/run.ts";
import type { Queries } from "./database.ts";

/**
 * The durable engine keeps tables of its own beside ours, once it has been there. What it has left of a run that is over,
 * or of a host that died, is taken away together with our own rows.
 */

/** The workflows of a run, whose names begin with its own, and the queues they were taken from. */
export async function forgetWorkflows(queries: Queries, run: RunId): Promise<void> {
  const own = [`${run}~`];
  if (await isThere(queries, "queues")) {
    await queries.query(
      `delete from dbos.queues
       where name in (select queue_name from dbos.workflow_status where starts_with(workflow_uuid, $1))`,
      own,
    );
  }
  // The first three have no reference to the last, so nothing else takes them away.
  for (const table of ["workflow_input", "workflow_output", "operation_outputs", "workflow_status"]) {
    if (!(await isThere(queries, table))) continue;
    await queries.query(`delete from dbos.${table} where starts_with(workflow_uuid, $1)`, own);
  }
}

/** A host that goes on with what another had begun has a queue of its own. */
export async function forgetQueue(queries: Queries, host: HostId): Promise<void> {
  if (await isThere(queries, "queues")) await queries.query("delete from dbos.queues where name = $1", [host]);
}

async function isThere(queries: Queries, table: string): Promise<boolean> {
  const [row] = await queries.query<{ is: boolean }>(`select to_regclass('dbos.${table}') is not null as is`);
  return row?.is ?? false;
}
