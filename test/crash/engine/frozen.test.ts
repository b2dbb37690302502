import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inSql } from "../../../src/store/a-store.testkit.ts";
import { ensurePostgres } from "../../../src/store/embedded/ensure-postgres.ts";
import { removePostgres } from "../../../src/store/embedded/remove-postgres.ts";
import { aPlanRun, stepsPlan } from "../../engine/a-plan-run.ts";
import { ended, reading, until } from "../../engine/a-started-run.ts";
import { tempFolder } from "../../temp-folder.ts";
import { whatIsThere } from "./what-is-there.ts";

test("a host that was frozen and passed over writes nothing any more when it comes back, and ends", async () => {
  const home = join(tempFolder(), "other");
  mkdirSync(home, { mode: 0o700 });
  onTestFinished(() => removePostgres(home));
  const { url } = await ensurePostgres({ home });
  const plan = stepsPlan([{ contract: "grep -q one one.txt" }]);
  const worker = "sleep 6; echo one > one.txt; echo 'Wrote one.'\n";
  const scene = aPlanRun({ files: { "plan.md": plan }, agents: { worker } }, url);
  const frozen = reading(
    scene.start(["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../worker.sh", "--json"]),
  );
  await until(frozen, /"attempt-started"/);
  frozen.child.kill("SIGSTOP");
  onTestFinished(() => void frozen.child.kill("SIGKILL"));
  // As if it were on another machine, and had been silent for long.
  await inSql(url, "update planwright.hosts set machine = 'elsewhere', seen_at = now() - interval '1 minute'");
  const env = { ...process.env, ...scene.env, PLANWRIGHT_HOME: join(scene.place, "home-of-another") };
  const other = reading(
    spawn(resolve("bin/planwright"), ["resume", "words", "--json"], { cwd: scene.top, env, stdio: "pipe" }),
  );
  await until(other, /"attempt-started".*"attempt":2/);
  frozen.child.kill("SIGCONT");

  const [late, done] = [await ended(frozen), await ended(other)];
  expect(done).toMatchObject({ status: 0 });
  expect(late.status).toBe(2);
  expect(late.stderr).toMatch(/no longer runs (?:here|in \S+)/);
  expect(await whatIsThere(scene.top, home, "words")).toMatchObject({
    acceptedInGit: { 1: 1 },
    acceptedInJournal: { 1: 1 },
    lost: [],
    isGapless: true,
    crashed: 1,
    status: "done",
  });
});
