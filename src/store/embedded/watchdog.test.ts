import { renameSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { aHome, processesWith, runningAt, until } from "./a-home.testkit.ts";
import { packageFolder, usableBinaries } from "./binaries.ts";
import { ensurePostgres } from "./ensure-postgres.ts";
import { makePlace } from "./make-place.ts";
import { postgresStatus } from "./postgres-status.ts";
import { startServer } from "./start-server.ts";
import { stopPostgres } from "./stop-postgres.ts";

test("a server ends once nobody is connected or its home is gone, and its watchdog ends with it however it ends", async () => {
  const home = aHome();
  const { url } = await ensurePostgres({ home });
  const { folder } = runningAt(home);
  const ours = (): string[] => processesWith(`${folder}/data`);
  expect(ours()).toHaveLength(2);
  await stopPostgres(home);
  await until(() => ours().length === 0);

  const place = await makePlace(home);
  const binaries = await usableBinaries(packageFolder(), place);
  await startServer(place, binaries, url, { after: 2, every: 1 }, undefined);
  const client = new Client({ connectionString: url });
  await client.connect();
  await sleep(3500);
  expect(postgresStatus(home).state).toBe("running");
  await client.end();
  await until(() => ours().length === 0);
  expect(postgresStatus(home).state).toBe("stopped");

  await startServer(await makePlace(home), binaries, url, { after: 1000, every: 1 }, undefined);
  renameSync(home, `${home}.away`);
  await until(() => ours().length === 0);
  renameSync(`${home}.away`, home);

  await ensurePostgres({ home });
  process.kill(runningAt(home).pid, "SIGKILL");
  await until(() => ours().length === 0);
}, 60_000);
