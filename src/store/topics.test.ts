import { expect, test } from "vitest";
import type { Store } from "../ports/store.ts";
import { repositoryAt } from "../record/repository-at.testkit.ts";
import { aRun } from "./a-run.testkit.ts";
import { aStore } from "./a-store.testkit.ts";
import { openStore } from "./open-store.ts";

const HERE = repositoryAt("/repository").id;
const poster =
  ({ topics }: Store, topic = "news", repository = HERE) =>
  (key: string, text: string) =>
    topics.post({ repository, topic, key, by: "ada", text });
const textsIn = async ({ topics }: Store, ...rest: [number | null, { run: string; steps: string[] }?]) =>
  (await topics.read(HERE, "news", ...rest)).map(({ text }) => text);

test("a run hears those of its steps that are named, and people since it was created", async () => {
  const { store } = await aStore();
  const post = poster(store);
  await post("person/1", "from before");
  await store.runs.create(aRun("one"), []);
  await post("one/a/1", "of step a");
  await post("one/b/1", "of step b");
  await post("other/a/1", "of another run");
  await post("person/2", "from a person");
  expect(await textsIn(store, 10, { run: "one", steps: ["a"] })).toEqual(["of step a", "from a person"]);
  expect(await textsIn(store, 1, { run: "one", steps: ["a"] })).toEqual(["from a person"]);
  expect(await textsIn(store, 10, { run: "one", steps: [] })).toEqual(["from a person"]);
  expect(await textsIn(store, 10, { run: "forgotten", steps: ["a"] })).toEqual([]);
  expect(await textsIn(store, null)).toHaveLength(5);
});

test("what two post in the same moment arrives, both of it", async () => {
  const { store, url } = await aStore();
  const second = await openStore(url);
  try {
    const texts = Array.from({ length: 20 }, (_, index) => `message ${index}`);
    await Promise.all(texts.map((text, index) => poster(index % 2 ? store : second)(`person/${index}`, text)));
    expect((await textsIn(store, null)).sort()).toEqual(texts.sort());
  } finally {
    await second.close();
  }
});

test("lists a repository's topics by name, with how much was posted and when", async () => {
  const { store } = await aStore();
  expect(await store.topics.list(HERE)).toEqual([]);
  for (const topic of ["b", "a", "B"]) await poster(store, topic)("1", "first");
  await poster(store, "b")("2", "second");
  await poster(store, "c", repositoryAt("/elsewhere").id)("1", "not here");
  const [last] = await store.topics.read(HERE, "b", 1);
  expect(await store.topics.list(HERE)).toEqual([
    { topic: "B", messages: 1, lastAt: expect.any(String) },
    { topic: "a", messages: 1, lastAt: expect.any(String) },
    { topic: "b", messages: 2, lastAt: last?.at },
  ]);
});

test("a topic that cannot be is refused, and nothing is kept", async () => {
  const { store } = await aStore();
  for (const topic of ["", "../x", "a b", "x".repeat(65)]) {
    await expect(poster(store, topic)("1", "lost")).rejects.toMatchObject({ code: "bad-topic" });
  }
  await expect(poster(store, "a/b")("1", "lost")).rejects.toThrow(
    "nothing can be posted to `a/b`: its name has a path in it; only letters, digits, `.`, `_` and `-` may be",
  );
  expect(await store.topics.list(HERE)).toEqual([]);
});
