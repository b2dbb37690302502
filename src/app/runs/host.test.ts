import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { aRun, opened } from "../../store/a-run.testkit.ts";
import { aStore } from "../../store/a-store.testkit.ts";
import { openHost } from "./host.ts";
import { takeRunAs } from "./lease.ts";

test("a host that was passed over notices with its next sign of life", async () => {
  const { store } = await aStore();
  const run = aRun("one");
  await store.runs.create(run, [opened]);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const host = await openHost(store, async () => {});
  onTestFinished(() => host.close());
  const lease = await takeRunAs(store, run, host.id);
  const life = host.hold(run.id, lease, new AbortController().signal);
  onTestFinished(() => life.end());
  const ended = life.lost.catch((error: unknown) => error);

  vi.advanceTimersByTime(5_000);
  expect(await Promise.race([ended, sleep(300, "alive")])).toBe("alive");

  await store.hosts.announce({ id: "other", machine: "elsewhere boot pid", pid: 7, started: null });
  await store.hosts.take(run.id, "other", lease);
  vi.advanceTimersByTime(5_000);
  expect(await ended).toMatchObject({
    code: "lease-lost",
    message: "one no longer runs here: process 7 on elsewhere has taken it over",
  });
});
