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
  const entry = { run: "one", key: "k", lease: null };
  await journal.commit(entry, async ({ read }) => ({ facts: [noted(`${(await read(1)).length}`)], value: null }));
  expect(asked).toHaveLength(3);
  expect(await journal.read("one", 1)).toMatchObject([{ told: "0" }]);
  // Whoever knows less is told the rest.
  const seen = await journal.commit({ ...entry, key: null }, async ({ read }) => ({ facts: [], value: await read(1) }));
  expect(seen).toMatchObject([{ seq: 2, told: "0" }]);
});

/** The same, carried out by somebody who knows the first event. */
async function hosted() {
  const { store, asked, journal } = await world();
  const host = { id: "h", machine: "m", pid: 1, started: null };
  await store.hosts.announce(host);
  const lease = await store.hosts.take("one", "h", null);
  const commit = (key: string | null, told: string, seen = 1) =>
    journal.commit({ run: "one", key, lease }, async ({ read }) => {
      const before = (await read(seen)).map((event) => (event.type === "noted" ? event.told : event.type));
      return { facts: [noted(told)], value: before };
    });
  return { store, asked, journal, lease, commit };
}

test("a commit of the host takes one statement, and sees what the host itself wrote before", async () => {
  const { commit, asked, journal } = await hosted();
  expect(await commit("a", "first")).toEqual([]);
  expect(await commit(null, "second")).toEqual(["first"]);
  expect(await commit("c", "third", 2)).toEqual(["second"]);
  expect(asked).toHaveLength(3);
  expect(await journal.read("one", 1)).toMatchObject([
    { seq: 2, told: "first" },
    { seq: 3, told: "second" },
    { seq: 4, told: "third" },
  ]);
  // What a key names is done once, also by whoever knows everything.
  expect(await commit("c", "again", 4)).toEqual(["second"]);
  expect(await journal.read("one", 4)).toEqual([]);
});

test("a host decides again when somebody else has written meanwhile, and never without knowing it", async () => {
  const { commit, store, journal } = await hosted();
  await commit("a", "mine");
  await store.journal.commit({ run: "one", key: null, lease: null }, () => ({ facts: [noted("other")], value: null }));
  expect(await commit("b", "mine too")).toEqual(["mine", "other"]);
  expect(await journal.read("one", 1)).toMatchObject([{ told: "mine" }, { told: "other" }, { told: "mine too" }]);
});

test("two events of a host with one of somebody else between them are not taken for all there is", async () => {
  const { commit, store } = await hosted();
  await commit("a", "mine");
  await store.journal.commit({ run: "one", key: null, lease: null }, () => ({ facts: [noted("other")], value: null }));
  expect(await commit("b", "mine too", 3)).toEqual([]);
  expect(await commit("c", "last")).toEqual(["mine", "other", "mine too"]);
});

test("a host that has written nothing yet does not take that for the whole history", async () => {
  const { journal, lease } = await hosted();
  const seen: number[] = [];
  await journal.commit({ run: "one", key: null, lease }, async ({ read }) => {
    seen.push((await read(0)).length);
    return { facts: [noted("first")], value: null };
  });
  expect(seen).toEqual([1]);
});

test("a host that has lost its run appends nothing by what it knows", async () => {
  const { commit, store, journal, lease } = await hosted();
  await commit("a", "mine");
  if (lease !== null) await store.hosts.release("one", lease);
  await expect(commit("b", "late")).rejects.toMatchObject({ code: "lease-lost" });
  expect(await journal.read("one", 2)).toEqual([]);
});

test("a host that has taken its run once more appends nothing under the lease of before", async () => {
  const { commit, store, journal, lease } = await hosted();
  await commit("a", "mine");
  expect(await store.hosts.take("one", "h", lease)).toEqual({ host: "h", epoch: 2 });
  await expect(commit("b", "late")).rejects.toMatchObject({ code: "lease-lost" });
  expect(await journal.read("one", 2)).toEqual([]);
});

test("a step that the host accepts is done in every list", async () => {
  const { store, journal, lease } = await hosted();
  const step = store.runs.get("one").then((run) => run?.plan.steps[0]?.id ?? "");
  const accepted = { type: "step-accepted", step: await step, attempt: 1, dev: "d", accepted: "a" } as const;
  const fact = { ...accepted, receipt: "", result: "", outcome: null, byEye: null };
  await journal.commit({ run: "one", key: null, lease }, async ({ read }) => {
    await read(1);
    return { facts: [fact], value: null };
  });
  expect(await store.runs.list({})).toMatchObject([{ done: 1 }]);
});

test("whoever follows reads once for each news", async () => {
  const { store, journal, asked } = await world();
  const stop = new AbortController();
  const entry = { run: "one", key: null, lease: null };
  for await (const { seq } of journal.follow("one", 0, stop.signal)) {
    if (seq > EVENTS) stop.abort();
    else await store.journal.commit(entry, () => ({ facts: [noted("x")], value: null }));
  }
  // One more when it begins, one when it listens, and whenever it hears nothing for a second.
  expect(asked.length).toBeLessThan(1.5 * EVENTS);
});

const EVENTS = 30;
