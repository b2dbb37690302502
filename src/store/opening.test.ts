import { expect, onTestFinished, test } from "vitest";
import { aRun, noted, opened } from "./a-run.testkit.ts";
import { aDatabase, inSql } from "./a-store.testkit.ts";
import { MIGRATIONS } from "./migrations.ts";
import { openStore } from "./open-store.ts";

test("several processes may find an empty database at once", async () => {
  const { url } = await aDatabase();
  const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(url)));
  expect(await inSql(url, "select version from planwright.migrations")).toEqual(
    MIGRATIONS.map((_, index) => ({ version: index + 1 })),
  );
  await Promise.all(stores.map((store) => store.close()));
});

test("a run that an earlier program has hosted twice goes on, under a lease later than both", async () => {
  const { url } = await aDatabase();
  await inSql(url, "create schema planwright");
  await inSql(url, "create table planwright.migrations (version integer primary key, at timestamptz default now())");
  for (const [index, statements] of MIGRATIONS.slice(0, 2).entries()) {
    await inSql(url, statements);
    await inSql(url, "insert into planwright.migrations (version) values ($1)", [index + 1]);
  }
  const run = aRun("one");
  const { top, commonDir } = run.repository;
  await inSql(
    url,
    `insert into planwright.runs (id, plan_id, title, top, common_dir, branch, run, steps, done, seq, status)
     values ('one', 'one', 'One', $1, $2, $3, $4, 3, '{}', 4, 'in-progress')`,
    [top, commonDir, run.branch, JSON.stringify(run)],
  );
  const hosted = { type: "hosted", host: "h", process: 1, machine: "m" };
  for (const [index, fact] of [opened, hosted, noted("between"), hosted].entries()) {
    await inSql(
      url,
      "insert into planwright.events (run, seq, at, entry, fact) values ('one', $1, now(), gen_random_uuid(), $2)",
      [index + 1, JSON.stringify(fact)],
    );
  }
  const store = await openStore(url);
  onTestFinished(() => store.close());
  await store.hosts.announce({ id: "next", machine: "m", pid: 1, started: null });
  const lease = await store.hosts.take("one", "next", null);
  expect(lease).toEqual({ host: "next", epoch: 3 });
  await store.journal.commit({ run: "one", key: null, lease }, () => ({ facts: [noted("on")], value: null }));
  expect(await store.journal.read("one", 4)).toMatchObject([{ seq: 5, told: "on" }]);
});

test("tables of a newer version are left alone", async () => {
  const { url } = await aDatabase();
  await (await openStore(url)).close();
  await inSql(url, "insert into planwright.migrations (version) values (1000)");
  await expect(openStore(url)).rejects.toMatchObject({
    code: "newer-schema",
    message: expect.stringContaining("version 1000"),
  });
});

test("a user who may not make a schema can use one that was made for him", async () => {
  const { url } = await aDatabase();
  await inSql(url, "create role guest login password 'guest'");
  const asGuest = new URL(url);
  [asGuest.username, asGuest.password] = ["guest", "guest"];
  await expect(openStore(asGuest.href)).rejects.toMatchObject({ code: "refused" });
  await inSql(url, "create schema planwright authorization guest");
  await (await openStore(asGuest.href)).close();
});

test.each([
  ["not an address", "bad-address"],
  ["http://localhost/planwright", "bad-address"],
  ["postgresql://localhost", "bad-address"],
  ["postgresql://planwright:s3cret@localhost/planwright?host=/nowhere", "unreachable"],
])("says what is wrong with %s and keeps the password to itself", async (url, code) => {
  const error = await openStore(url).catch((thrown) => thrown);
  expect(error).toMatchObject({ name: "StoreError", code });
  expect(error.message).not.toContain("s3cret");
});

test("says that a database is not there, or that it refuses a password", async () => {
  const { url } = await aDatabase();
  const other = new URL(url);
  other.pathname = "/none";
  await expect(openStore(other.href)).rejects.toMatchObject({
    code: "refused",
    message: expect.stringMatching(/none/),
  });
  const wrong = new URL(url);
  wrong.password = "wrong";
  await expect(openStore(wrong.href)).rejects.toMatchObject({ code: "refused" });
});
