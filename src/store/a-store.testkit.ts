import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, onTestFinished } from "vitest";
import type { Store } from "../ports/store.ts";
import { ensurePostgres } from "./embedded/ensure-postgres.ts";
import { removePostgres } from "./embedded/remove-postgres.ts";
import { openStore } from "./open-store.ts";

/** A store with nothing in it that lives as long as the running test, on a server that all tests of a file share. */
export async function aStore(): Promise<{ store: Store; url: string; home: string }> {
  const { url, home } = await aDatabase();
  const store = await openStore(url);
  onTestFinished(() => store.close());
  return { store, url, home };
}

/** The same before anything of ours is in it. */
export async function aDatabase(): Promise<{ url: string; home: string }> {
  server ??= startServer();
  const { url, home } = await server;
  const name = `test_${databases++}`;
  await inSql(url, `create database ${name} strategy file_copy`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, home };
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

let server: Promise<{ url: string; home: string }> | undefined;
let databases = 0;

async function startServer(): Promise<{ url: string; home: string }> {
  const home = mkdtempSync(join(realpathSync(tmpdir()), "planwright-"));
  const { url } = await ensurePostgres({ home });
  // Nobody pulls the plug of a test.
  await inSql(url, "alter system set fsync = off");
  await inSql(url, "select pg_reload_conf()");
  return { url, home };
}

afterAll(async () => {
  if (!server) return;
  const { home } = await server;
  await removePostgres(home);
  rmSync(home, { recursive: true, force: true });
});
