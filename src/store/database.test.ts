import { expect, onTestFinished, test } from "vitest";
import { aDatabase } from "./a-store.testkit.ts";
import { openDatabase } from "./database.ts";

async function world() {
  const { url } = await aDatabase();
  const database = openDatabase(url);
  onTestFinished(() => database.close());
  return database;
}

test("a statement with values is planned once for a connection, however often it is asked", async () => {
  const database = await world();
  const text = "select $1::integer + 1 as more";
  for (const number of [1, 2, 3]) expect(await database.once(text, [number])).toEqual([{ more: number + 1 }]);
  const planned = "select count(*)::integer as times from pg_prepared_statements where statement = $1";
  expect(await database.once(planned, [text])).toEqual([{ times: 1 }]);
});

test("a statement that takes all columns goes on when somebody has added one", async () => {
  const database = await world();
  await database.once("create table growing (id integer)");
  await database.once("insert into growing values ($1)", [1]);
  const all = () => database.once("select * from growing where id = $1", [1]);
  expect(await all()).toEqual([{ id: 1 }]);
  await database.once("alter table growing add column name text");
  expect(await all()).toEqual([{ id: 1, name: null }]);
});
