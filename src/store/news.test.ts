import { expect, onTestFinished, test } from "vitest";
import { aRun, noted, opened } from "./a-run.testkit.ts";
import { aStore, aStoreOfItsOwn } from "./a-store.testkit.ts";
import { ensurePostgres } from "./embedded/ensure-postgres.ts";
import { stopPostgres } from "./embedded/stop-postgres.ts";
import { openNews } from "./news.ts";

const FOR_EVER = 1_000_000;

test("wakes whoever waits for a run when something is appended to it, and when it may have missed something", async () => {
  const { store, url, home } = await aStoreOfItsOwn();
  await store.runs.create(aRun("one"), [opened]);
  const news = openNews(url);
  onTestFinished(() => news.close());
  const { signal } = new AbortController();
  const [one, other] = [news.subscribe("one"), news.subscribe("other")];
  // The first news is that it listens now.
  await Promise.all([one.wait(FOR_EVER, signal), other.wait(FOR_EVER, signal)]);

  let hasOtherHeard = false;
  const otherHears = other.wait(FOR_EVER, signal).then(() => {
    hasOtherHeard = true;
  });
  const heard = one.wait(FOR_EVER, signal);
  await store.journal.commit({ run: "one", key: null, lease: null }, () => ({ facts: [noted("x")], value: null }));
  await heard;
  expect(hasOtherHeard).toBe(false);

  await stopPostgres(home);
  await otherHears;
  await ensurePostgres({ home });
});

test("stops waiting when the time is up, at the signal, and remembers what came before it was asked", async () => {
  const { url } = await aStore();
  const news = openNews(url);
  onTestFinished(() => news.close());
  const subscription = news.subscribe("one");
  await subscription.wait(1, new AbortController().signal);
  await subscription.wait(FOR_EVER, AbortSignal.abort());
  const later = new AbortController();
  setTimeout(() => later.abort(), 1);
  await subscription.wait(FOR_EVER, later.signal);
  subscription.end();
});
