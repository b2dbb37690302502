import { expect, test } from "vitest";
import { aRun, noted, opened } from "./a-run.testkit.ts";
import { aDatabase, aStoreOfItsOwn } from "./a-store.testkit.ts";
import { ensurePostgres } from "./embedded/ensure-postgres.ts";
import { postgresStatus } from "./embedded/postgres-status.ts";
import { stopPostgres } from "./embedded/stop-postgres.ts";
import { aLossyProxy } from "./lossy-proxy.testkit.ts";
import { openStore } from "./open-store.ts";

const anybody = { run: "one", key: null, lease: null };

test("a journal is followed across a restart of the server", async () => {
  const { store, home } = await aStoreOfItsOwn();
  await store.runs.create(aRun("one"), [opened]);
  const seen: number[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const { seq } of store.journal.follow("one", 0, stop.signal)) {
      seen.push(seq);
      if (seq === 61) return;
    }
  })();
  const write = async (times: number): Promise<void> => {
    for (let done = 0; done < times; done++) {
      await store.journal.commit(anybody, () => ({ facts: [noted("x")], value: null }));
    }
  };
  await write(20);
  const during = write(20);
  await stopPostgres(home);
  await ensurePostgres({ home });
  await during;
  await write(20);
  await following;
  expect(seen).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
});

test("what was not kept when the server was killed is decided again", async () => {
  const { store, home } = await aStoreOfItsOwn();
  await store.runs.create(aRun("one"), [opened]);
  let decisions = 0;
  const value = await store.journal.commit(anybody, async () => {
    decisions++;
    if (decisions === 1) {
      const status = postgresStatus(home);
      if (status.state === "running") process.kill(status.pid, "SIGKILL");
      await ensurePostgres({ home });
    }
    return { facts: [noted(`decision ${decisions}`)], value: decisions };
  });
  expect([value, decisions]).toEqual([2, 2]);
  expect(await store.journal.read("one", 1)).toMatchObject([{ seq: 2, told: "decision 2" }]);
});

test.each([null, "key"])("what was kept is not done again when its answer is lost (key: %s)", async (key) => {
  const { url } = await aDatabase();
  const proxy = await aLossyProxy(url);
  const store = await openStore(proxy.url);
  try {
    proxy.loseAnswersToCommit(1);
    await store.runs.create(aRun("one"), [opened]);
    let decisions = 0;
    proxy.loseAnswersToCommit(1);
    const value = await store.journal.commit({ ...anybody, key }, () => {
      decisions++;
      return { facts: [noted(`decision ${decisions}`)], value: decisions };
    });
    expect([value, decisions]).toEqual([1, 1]);
    expect(await store.journal.read("one", 1)).toMatchObject([{ seq: 2, told: "decision 1" }]);
  } finally {
    await store.close();
  }
});

test.each([null, "key"])("nor is what a host has kept in one statement (key: %s)", async (key) => {
  const { url } = await aDatabase();
  const proxy = await aLossyProxy(url);
  const store = await openStore(proxy.url);
  try {
    await store.runs.create(aRun("one"), [opened]);
    await store.hosts.announce({ id: "h", machine: "m", pid: 1, started: null });
    const lease = await store.hosts.take("one", "h", null);
    let decisions = 0;
    proxy.loseAnswersToCommit(1);
    const value = await store.journal.commit({ run: "one", key, lease }, async ({ read }) => {
      await read(1);
      decisions++;
      return { facts: [noted(`decision ${decisions}`)], value: decisions };
    });
    expect([value, decisions]).toEqual([1, 1]);
    expect(await store.journal.read("one", 1)).toMatchObject([{ seq: 2, told: "decision 1" }]);
  } finally {
    await store.close();
  }
});

test("a server that goes away while nobody asks anything does not end the process", async () => {
  const { store, home } = await aStoreOfItsOwn();
  await store.runs.list({});
  await stopPostgres(home);
  await ensurePostgres({ home });
  expect(await store.runs.list({})).toEqual([]);
});
