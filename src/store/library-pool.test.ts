import { expect, onTestFinished, test } from "vitest";
import { aSharedHome, runningAt } from "./embedded/a-home.testkit.ts";
import { ensurePostgres } from "./embedded/ensure-postgres.ts";
import { libraryPool } from "./library-pool.ts";

const home = aSharedHome();

test("whatever shows that the server is gone is told as a lost connection, and is over when the server is back", async () => {
  const { url } = await ensurePostgres({ home });
  const pool = libraryPool(url, { most: 5, options: "-c synchronous_commit=off" });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  expect((await client.query("show synchronous_commit")).rows).toEqual([{ synchronous_commit: "off" }]);
  process.kill(runningAt(home).pid, "SIGKILL");
  const lost = { code: "ECONNRESET" };
  await expect(client.query("select pg_sleep(10)")).rejects.toMatchObject(lost);
  await expect(client.query("select 1")).rejects.toMatchObject(lost);
  client.release(true);
  await expect(pool.connect()).rejects.toMatchObject(lost);
  await expect(pool.query("select 1")).rejects.toMatchObject(lost);
  const called = new Promise((resolve) => pool.query("select 1", resolve));
  expect(await called).toMatchObject(lost);

  await ensurePostgres({ home });
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await expect(pool.query("select nothing")).rejects.toMatchObject({ code: "42703" });
});
