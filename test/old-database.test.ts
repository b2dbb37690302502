import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { repositoryAt } from "../src/record/repository-at.testkit.ts";
import { aDatabase, inSql } from "../src/store/a-store.testkit.ts";
import { openStore } from "../src/store/open-store.ts";
import { planwright } from "./cli.ts";
import { tempFolder } from "./temp-folder.ts";

const MADE = readFileSync(join(import.meta.dirname, "fixtures/database-v2/waiting-run.sql"), "utf8");
const RUN = "waiting-words-5fa45c";

/** A database as an older program has left it, with a run that waits for a person. */
async function anOldDatabase(): Promise<string> {
  const { url } = await aDatabase();
  await inSql(url, MADE);
  return url;
}

test("what a database had under the path of a repository is found under its id", async () => {
  const store = await openStore(await anOldDatabase());
  onTestFinished(() => store.close());
  const here = repositoryAt("/home/ann/words");
  const of = { repository: here.id };
  expect(await store.runs.list({ ...of, isOver: false })).toMatchObject([{ ...of, id: RUN, top: here.top, open: 1 }]);
  expect((await store.runs.get(RUN))?.repository).toEqual(here);
  expect(await store.inbox.open(of)).toMatchObject([{ id: `${RUN}:18`, run: RUN, over: "exhausted" }]);
  expect(await store.inbox.get(`${RUN}:18`)).toMatchObject({ run: RUN, answered: null });
  expect(await store.runs.costs(here.id)).toEqual([{ seconds: 0.361 }]);
  expect(await store.ledger.read(of)).toMatchObject([{ ...of, run: RUN, usage: { usd: 0.5 } }]);
  expect(await store.topics.read(here.id, "news", 10)).toMatchObject([{ text: "The port is 8080." }]);
  const elsewhere = { repository: repositoryAt("/elsewhere").id };
  expect([await store.runs.list(elsewhere), await store.inbox.open(elsewhere)]).toEqual([[], []]);
});

test("a run that waits in an older database is listed, shown, and answered", async () => {
  const env = { PLANWRIGHT_HOME: tempFolder(), PLANWRIGHT_DATABASE_URL: await anOldDatabase() };
  const json = (...args: string[]) => JSON.parse(planwright([...args, "--json"], ".", env).stdout);
  const [listed, ...others] = json("status", "--all").runs;
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ id: RUN, state: "waiting", commonDir: "/home/ann/words/.git", done: 1, steps: 2 });
  expect(Object.keys(listed)).not.toContain("repository");
  expect(json("inbox", "--all").questions).toMatchObject([{ id: `${RUN}:18`, top: "/home/ann/words" }]);
  expect(json("cost", "--all").groups).toMatchObject([{ commonDir: "/home/ann/words/.git", plan: "waiting-words" }]);
  expect(planwright(["answer", `${RUN}:18`, "skip", "--note", "later"], ".", env).status).toBe(0);
  expect(json("inbox", "--all").questions).toEqual([]);
});
