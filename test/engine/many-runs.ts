import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { startRun } from "../../src/app/approving/start-run.ts";
import { openRepository } from "../../src/app/opening/open-repository.ts";
import { planToRun } from "../../src/app/plans/plan-to-run.ts";
import { pause } from "../../src/engine/questions/orders.ts";
import type { Run } from "../../src/record/run.ts";
import { inSql } from "../../src/store/a-store.testkit.ts";
import { ensurePostgres } from "../../src/store/embedded/ensure-postgres.ts";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import { openStore } from "../../src/store/open-store.ts";
import { planwright } from "../cli.ts";
import { whatIsThere } from "../crash/engine/what-is-there.ts";
import { tempFolder } from "../temp-folder.ts";
import { makeRepository, planWith } from "./a-hosted-run.ts";
import { setVariable } from "./a-person.ts";
import { reading, type StartedRun, until } from "./a-started-run.ts";

/** Twenty plans of one repository, approved, and processes that host them. */
export type ManyRuns = {
  runs: readonly Run[];
  /** A process that may host many of them; each `home` is as that of another machine. */
  start(home?: string): Promise<AHost>;
  /** Workers wait for this. */
  openGate(): void;
  /** The one that was told to stop ends now. */
  letEnd(): void;
  pause(run: Run): Promise<void>;
  /** Others take all that live now for dead, as after a long silence on another machine. */
  silence(): Promise<void>;
  /** What is there of each run, and what an audit says of its branch. */
  came(): Promise<{ plan: string; audit: number | null; there: Awaited<ReturnType<typeof whatIsThere>> }[]>;
};

export type AHost = StartedRun & {
  tell(order: string, runs?: readonly Run[]): void;
  /** Waits for a line that says this of a run. */
  hears(run: Run | null, what: Record<string, unknown>): Promise<void>;
};

export async function manyRuns(count: number): Promise<ManyRuns> {
  const place = tempFolder();
  const [top, home, postgres, gate] = ["repository", "home", "postgres", "gate"].map((name) => join(place, name));
  if (!top || !home || !postgres || !gate) throw new Error("no place");
  const plan = planWith([{ contract: "test -s 1.txt" }, { contract: "test -s 2.txt" }]);
  const names = Array.from({ length: count }, (_, index) => `words-${index + 1}`);
  const files = names.map((name) => [`plans/${name}.md`, plan.replace("# Words", `# ${name}`)]);
  makeRepository(top, Object.fromEntries(files));
  mkdirSync(postgres, { mode: 0o700 });
  onTestFinished(() => removePostgres(postgres));
  const { url } = await ensurePostgres({ home: postgres });
  setVariable("PLANWRIGHT_HOME", home);
  const store = await openStore(url);
  onTestFinished(() => store.close());
  const opened = await openRepository(top);
  onTestFinished(() => opened.git.objects.close());
  const agent = { driver: "command", spec: "./agent.sh" };
  const runs: Run[] = [];
  for (const name of names) {
    const approval = { by: "Ann", via: "command-line" } as const;
    runs.push(
      await startRun(opened, store, planToRun(join(top, "plans", `${name}.md`)), {
        ...{ approval, mode: "autonomous", agent, agents: {}, planner: null, from: place, inPlace: false },
      }),
    );
  }
  const env = { PLANWRIGHT_HOME: home, PLANWRIGHT_DATABASE_URL: url };
  return {
    runs,
    async start(other) {
      const own = other === undefined ? home : join(place, other);
      // What is signed there is signed by the same person.
      if (other !== undefined) {
        mkdirSync(join(own, "keys"), { recursive: true, mode: 0o700 });
        cpSync(join(home, "keys"), join(own, "keys"), { recursive: true });
        chmodSync(join(own, "keys"), 0o700);
      }
      const args = [join(import.meta.dirname, "many-runs-host.ts"), url, gate, runs[0]?.id ?? ""];
      const child = spawn(process.execPath, args, {
        cwd: top,
        env: { ...process.env, ...env, PLANWRIGHT_HOME: own },
        stdio: "pipe",
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      const host = reading(child);
      await until(host, /"ready"/);
      return {
        ...host,
        get stdout() {
          return host.stdout;
        },
        get stderr() {
          return host.stderr;
        },
        tell: (order, of = []) => void child.stdin.write(`${[order, ...of.map(({ id }) => id)].join(" ")}\n`),
        async hears(run, what) {
          const words = JSON.stringify({ ...(run && { run: run.id }), ...what }).slice(0, -1);
          const began = Date.now();
          while (!host.stdout.includes(words)) {
            if (child.exitCode !== null || Date.now() - began > PATIENCE)
              throw new Error(`it never said ${words}: ${host.stdout}${host.stderr}`);
            await sleep(50);
          }
        },
      };
    },
    openGate: () => writeFileSync(gate, ""),
    letEnd: () => writeFileSync(`${gate}-late`, ""),
    pause: (run) => pause(store.journal, run, "Ann", true),
    async silence() {
      await inSql(url, "update planwright.hosts set machine = 'elsewhere', seen_at = now() - interval '1 minute'");
    },
    came: () =>
      Promise.all(
        names.map(async (name) => ({
          plan: name,
          audit: planwright(["audit", `plan/${name}`], top, env).status,
          there: await whatIsThere(top, postgres, name),
        })),
      ),
  };
}

const PATIENCE = 120_000;
