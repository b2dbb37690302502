import type { Connection, Store } from "../ports/store.ts";
import type { RunId } from "../record/run.ts";

/** Forgets what the durable engine has kept of a run, in tables of its own, which are there once it has been there. */
export async function forgetWorkflows(store: Store, run: RunId): Promise<void> {
  const connections = store.connections({ most: 1, options: "" });
  try {
    const client = await connections.connect();
    try {
      await forget(client, [`${run}~`]);
    } finally {
      client.release();
    }
  } finally {
    await connections.end();
  }
}

async function forget(client: Connection, own: [string]): Promise<void> {
  // Earlier versions took their workflows from queues.
  if (await isThere(client, "queues")) {
    await client.query(
      `delete from dbos.queues
       where name in (select queue_name from dbos.workflow_status where starts_with(workflow_uuid, $1))`,
      own,
    );
  }
  // The first three have no reference to the last, so nothing else takes them away.
  for (const table of ["workflow_input", "workflow_output", "operation_outputs", "workflow_status"]) {
    if (!(await isThere(client, table))) continue;
    await client.query(`delete from dbos.${table} where starts_with(workflow_uuid, $1)`, own);
  }
}

async function isThere(client: Connection, table: string): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('dbos.${table}') is not null as is`);
  return rows[0]?.is === true;
}
