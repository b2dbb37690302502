import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openHome } from "../src/app/opening/home.ts";
import { openStoreFor } from "../src/app/opening/open-store.ts";
import type { Store } from "../src/ports/store.ts";
import type { RunEvent } from "../src/record/run-event.ts";
import { postgresStatus } from "../src/store/embedded/postgres-status.ts";
import { stopPostgres } from "../src/store/embedded/stop-postgres.ts";
import { notingPlan } from "./begin-run.ts";
import { longPlan, manyWaiting, muchHistory } from "./engine-history.ts";
import type { Benchmark, Figure } from "./figure.ts";
import { medianOf, timeOf } from "./measure.ts";
import { placeRepository } from "./repository-of.ts";

/** What carrying a plan out costs beyond what its agents and contracts do. */
export const engine: Benchmark = async (folder) => {
  const home = join(folder, "engine-home");
  process.env.PLANWRIGHT_HOME = home;
  const store = await openStoreFor(openHome(null));
  try {
    // The machine is not as quick at one moment as at another, so the yardstick is laid on both sides of what it measures.
    const cold = perStep(join(folder, "engine-cold"), "cold");
    const before = bareSteps(join(folder, "engine-bare"));
    const first = perStep(join(folder, "engine"), "first");
    const bare = medianOf([...before, ...bareSteps(join(folder, "engine-bare-again"))]);
    await muchHistory(store);
    const later = perStep(join(folder, "engine-later"), "later");
    return [
      { name: "a step: agent, contract `true`, 2 commits", measured: first, unit: "ms" },
      { name: "  the same by bash and git", measured: bare, unit: "ms" },
      { name: "  ratio", measured: first / bare, unit: "×", goal: 3 },
      { name: "  in the first run of all, on a new database", measured: cold / bare, unit: "×" },
      { name: "  after 10,000 steps of other runs", measured: later / first, unit: "×", goal: 1.25 },
      ...longPlan(),
      ...status(join(folder, "engine")),
      await afterKill(store, home),
    ];
  } finally {
    await store.close();
    await stopPostgres(home);
  }
};

const STEPS = 20;

/** The median time from the beginning of one step to that of the next, in a run of the program as people start it. */
function perStep(top: string, name: string): number {
  placeRepository(top, 100);
  const agent = join(top, "..", `${name}.sh`);
  writeFileSync(agent, `#!/usr/bin/env bash\necho ${name} >> notes.txt\necho "Noted."\n`);
  chmodSync(agent, 0o755);
  const plan = join(top, "..", `${name}.md`);
  writeFileSync(plan, notingPlan(name, STEPS));
  const words = ["run", plan, "--yes", "--json", "--mode", "autonomous", "--agent", `command:${agent}`];
  const {
    status: code,
    stdout,
    stderr,
  } = spawnSync(process.execPath, [resolve("dist/planwright.js"), ...words], {
    cwd: top,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (code !== 0) throw new Error(stderr);
  const events = stdout
    .trim()
    .split("\n")
    .map((line): RunEvent => JSON.parse(line));
  const began = events.flatMap(({ type, at }) => (type === "attempt-started" ? [Date.parse(at)] : []));
  return medianOf(began.slice(1).map((time, index) => time - (began[index] ?? 0)));
}

/** What somebody would type instead: let the agent work, look, commit, test, note it in the plan, commit. */
function bareSteps(top: string): number[] {
  placeRepository(top, 100);
  const git = "git -c user.name=a -c user.email=a@localhost -c commit.gpgsign=false";
  const script = `cd ${top} && bash -c 'cat > /dev/null; echo x >> notes.txt; echo Noted.' < source/0/0.js > /dev/null \\
    && git status --porcelain > /dev/null && git add -A && ${git} commit -qm Noted \\
    && bash -c 'test -s notes.txt' && echo done >> plan.md && git add plan.md && ${git} commit -qm accepted`;
  return Array.from({ length: STEPS }, () => timeOf(["bash", "-c", script]));
}

/** The database is killed while 1,000 plans wait: how long until somebody who looks finds them waiting. */
async function afterKill(store: Store, home: string): Promise<Figure> {
  await manyWaiting(store);
  const server = postgresStatus(home);
  if (server.state !== "running") throw new Error("no database runs");
  process.kill(server.pid, "SIGKILL");
  const began = performance.now();
  const words = [resolve("dist/planwright.js"), "inbox", "--all", "--json"];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  const time = performance.now() - began;
  const found = stdout.match(/"waiting-\d+:1"/g)?.length ?? 0;
  if (found < 1000) throw new Error(`${found} of 1,000 questions: ${stderr}`);
  return { name: "  kill -9, 1,000 plans wait again", measured: time, unit: "ms", goal: 5000 };
}

/** `planwright status` as a person types it, with the database up. */
function status(top: string): Figure[] {
  const command = [process.execPath, resolve("dist/planwright.js"), "status"] as const;
  const times = Array.from({ length: 7 }, () => {
    const began = performance.now();
    const { status: code, stderr } = spawnSync(command[0], command.slice(1), { cwd: top, encoding: "utf8" });
    if (code !== 0) throw new Error(stderr);
    return performance.now() - began;
  });
  return [{ name: "planwright status, 1,000 other runs", measured: medianOf(times), unit: "ms", goal: 500 }];
}
