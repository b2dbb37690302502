import { expect, test } from "vitest";
import { WORK } from "../../record/run.ts";
import { aRun, opened } from "../../store/a-run.testkit.ts";
import { aStore } from "../../store/a-store.testkit.ts";
import { keysOf } from "../state/outcome.ts";
import type { RunWorld } from "../state/run-world.ts";
import { work } from "./work.ts";

test("an attempt that is not due when it would begin leaves no trace, and may begin later", async () => {
  const { store } = await aStore();
  const run = aRun("one");
  const [step] = run.plan.steps;
  await store.runs.create(run, [opened, { type: "paused", by: "ann", now: false }]);
  await store.hosts.announce({ id: "h", machine: "m", pid: 1, started: null });
  await store.hosts.take("one", "h", null);
  const key = { run: "one", step: step?.id ?? "", ...WORK, attempt: 1, leg: 1 };
  // Nothing else of the world is asked for before the attempt has begun.
  const world = {
    run,
    lease: { host: "h", epoch: 1 },
    store,
    driverFor: () => ({ name: "nobody" }),
  } as unknown as RunWorld;
  expect(await work(world, key)).toBe("stale");
  expect(await store.journal.find("one", keysOf(key).begun)).toBeUndefined();
  expect(await store.journal.read("one", 2)).toEqual([]);
});
