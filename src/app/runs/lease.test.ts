import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aRun, opened } from "../../store/a-run.testkit.ts";
import { aStore } from "../../store/a-store.testkit.ts";
import { liveHolder, takeRun } from "./lease.ts";

/** Only root needs no other users around it. */
const USERS = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
const NAMESPACE = [...USERS, "--pid", "--fork", "--kill-child", "--mount-proc"];

test("a process in another container of the same machine is not taken for dead", async ({ skip }) => {
  if (spawnSync("unshare", [...NAMESPACE, "true"]).status !== 0) skip("no namespaces of processes here");
  const { store, url } = await aStore();
  const run = aRun("one");
  await store.runs.create(run, [opened]);
  const script = `import { takeRun } from ${JSON.stringify(resolve("src/app/runs/lease.ts"))};
import { openStore } from ${JSON.stringify(resolve("src/store/open-store.ts"))};
const store = await openStore(${JSON.stringify(url)});
await takeRun(store, await store.runs.get("one"));
console.log("taken");
setInterval(() => {}, 1000);`;
  const node = [process.execPath, "--input-type=module", "-e", script];
  const other = spawn("unshare", [...NAMESPACE, ...node], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(other, "close");
  onTestFinished(async () => {
    other.kill("SIGKILL");
    await closed;
  });
  await once(other.stdout, "data");
  expect(await liveHolder(store, "one")).not.toBeNull();
  await expect(takeRun(store, run)).rejects.toThrow(/^one is running in process \d+ on /);
});
