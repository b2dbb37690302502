import { expect, onTestFinished, test } from "vitest";
import { aRun, noted, opened } from "./a-run.testkit.ts";
import { aStore } from "./a-store.testkit.ts";
import { type Database, openDatabase } from "./database.ts";
import { journalOn } from "./journal.ts";
import { openNews } from "./news.ts";

/** A journal on a real database, and every statement that is sent for it. */
async function world() {
  const { store, url } = await aStore();
  await store.runs.create(aRun("one"), [opened]);
  const real = openDatabase(url);
  const news = openNews(url);
  onTestFinished(async () => {
    await news.close();
    await real.close();
  });
  const asked: string[] = [];
  const database: Database = {
    ...real,
    once(text, values) {
      asked.push(text);
      return real.once(text, values);
    },
    together: (work) =>
      real.together((queries, isAgain) =>
        work(
          {
            query(text, values) {
              asked.push(text);
              return queries.query(text, values);
            },
          },
          isAgain,
        ),
      ),
  };
  return { store, asked, journal: journalOn(database, news) };
}

test("a commit takes three statements for whoever knows the last event", async () => {
  const { journal, asked } = await world();
  const entry = { run: "one", key: "k", host: null };
  await journal.commit(entry, async ({ read }) => ({ facts: [noted(`${(await read(1)).length}`)], value: null }));
  expect(asked).toHaveLength(3);
  expect(await journal.read("one", 1)).toMatchObject([{ told: "0" }]);
  // Whoever knows less is told the rest.
  const seen = await journal.commit({ ...entry, key: null }, async ({ read }) => ({ facts: [], value: await read(1) }));
  expect(seen).toMatchObject([{ seq: 2, told: "0" }]);
});

test("whoever follows reads once for each news", async () => {
  const { store, journal, asked } = await world();
  const stop = new AbortController();
  const entry = { run: "one", key: null, host: null };
  for await (const { seq } of journal.follow("one", 0, stop.signal)) {
    if (seq > EVENTS) stop.abort();
    else await store.journal.commit(entry, () => ({ facts: [noted("x")], value: null }));
  }
  // One more when it begins, one when it listens, and whenever it hears nothing for a second.
  expect(asked.length).toBeLessThan(1.5 * EVENTS);
});

const EVENTS = 30;
