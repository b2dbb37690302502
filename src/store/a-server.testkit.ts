import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { ensurePostgres } from "./embedded/ensure-postgres.ts";
import { removePostgres } from "./embedded/remove-postgres.ts";

/** A Postgres of its own for tests. It does not wait for the disk: nobody pulls the plug of a test. */
export async function aServer(): Promise<{ url: string; home: string; remove(): Promise<void> }> {
  const home = mkdtempSync(join(realpathSync(tmpdir()), "planwright-"));
  const { url } = await ensurePostgres({ home });
  await inSql(url, "alter system set fsync = off");
  await inSql(url, "select pg_reload_conf()");
  return {
    url,
    home,
    async remove() {
      await removePostgres(home);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Asks the database itself, past the store. */
export async function inSql<Row>(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
