import { randomUUID } from "node:crypto";
import { afterAll, inject, onTestFinished } from "vitest";
import type { Store } from "../ports/store.ts";
import { aServer, inSql } from "./a-server.testkit.ts";
import { openStore } from "./open-store.ts";

export { inSql };

/** A store with nothing in it that lives as long as the running test, on the server that all tests of a suite share. */
export async function aStore(): Promise<{ store: Store; url: string }> {
  const { url } = await aDatabase();
  const store = await openStore(url);
  onTestFinished(() => store.close());
  return { store, url };
}

/** The same on a server of this file's own, which a test may stop and kill. */
export async function aStoreOfItsOwn(): Promise<{ store: Store; url: string; home: string }> {
  own ??= aServer();
  const { url: server, home } = await own;
  const url = await makeDatabase(server);
  const store = await openStore(url);
  onTestFinished(() => store.close());
  return { store, url, home };
}

/** The same before anything of ours is in it. It is there until the last test of the file has ended. */
export async function aDatabase(): Promise<{ url: string }> {
  const shared = inject("postgres");
  if (shared === undefined)
    throw new Error("this suite starts no Postgres: add test/one-postgres.ts to its globalSetup");
  const url = await makeDatabase(shared);
  made.push({ shared, url });
  return { url };
}

async function makeDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await inSql(server, `create database ${name} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const made: { shared: string; url: string }[] = [];
let own: ReturnType<typeof aServer> | undefined;

afterAll(async () => {
  for (const { shared, url } of made.splice(0)) {
    await inSql(shared, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
  }
  await (await own)?.remove();
});
