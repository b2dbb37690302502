import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { aHome, processesWith, runningAt, until } from "./a-home.testkit.ts";
import { packageFolder, usableBinaries } from "./binaries.ts";
import { ensurePostgres } from "./ensure-postgres.ts";
import { makePlace } from "./make-place.ts";
import { postgresStatus } from "./postgres-status.ts";
import { startServer } from "./start-server.ts";

test("a server ends by itself once nobody is connected, and its watchdog ends with it however it ends", async () => {
  const home = aHome();
  const { url } = await ensurePostgres({ home });
  const { pid, folder } = runningAt(home);
  expect(processesWith(`${folder}/data`).length).toBe(2);
  process.kill(pid, "SIGKILL");
  await until(() => processesWith(`${folder}/data`).length === 0);

  const place = await makePlace(home);
  const binaries = await usableBinaries(packageFolder(), place);
  await startServer(place, binaries, url, { after: 1, every: 1 }, undefined);
  const client = new Client({ connectionString: url });
  await client.connect();
  await sleep(2500);
  expect(postgresStatus(home).state).toBe("running");
  await client.end();
  await until(() => processesWith(`${folder}/data`).length === 0);
  expect(postgresStatus(home).state).toBe("stopped");
});
