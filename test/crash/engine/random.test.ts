import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { postgresStatus } from "../../../src/store/embedded/postgres-status.ts";
import { removePostgres } from "../../../src/store/embedded/remove-postgres.ts";
import { gitIn, processesWith, write } from "../../a-checkout.ts";
import { planwright } from "../../cli.ts";
import { stepsPlan } from "../../engine/a-plan-run.ts";
import { personState } from "../../person-state.ts";
import { makePlace } from "./place.ts";
import { whatIsThere } from "./what-is-there.ts";

/** A run whose process is killed again and again, at moments that nobody has chosen, and sometimes the database with it. */

const place = makePlace();
const env = { PLANWRIGHT_HOME: join(place, "home") };
afterAll(async () => {
  await removePostgres(env.PLANWRIGHT_HOME);
  rmSync(place, { recursive: true, force: true });
});

const PLAN = stepsPlan([
  { contract: "grep -q one one.txt" },
  { contract: "sleep 0.3; grep -q two two.txt", more: "**on_fail:** retry(2), then escalate\n" },
  { contract: "grep -q three three.txt" },
]);

/** Fails once and asks once, and takes its time. */
const SCRIPT = `steps:
  1:
    - wait: 300ms
    - write: { path: one.txt, text: one }
    - say: Wrote one.
  2:
    - - write: { path: two.txt, text: too }
      - say: Wrote two.
    - - write: { path: two.txt, text: two }
      - wait: 200ms
      - say: Wrote two, really.
  3:
    - write: { path: draft.txt, text: draft }
    - ask: Which word?
    - delete: draft.txt
    - write: { path: three.txt, text: three }
    - say: Wrote three.
`;

const BEGIN = ["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "scripted:../script.yaml"];
const KILLS = 5;
/** The same number gives the same moments; PW_RANDOM chooses another one. */
const chosen = Number(process.env.PW_RANDOM ?? 20_260_101);

test.for(Array.from({ length: 8 }, (_, index) => chosen + index))(
  `killed ${KILLS} times at random moments (number %i), a run loses nothing and does nothing twice`,
  async (number, { expect }) => {
    const top = repository(`r${number}`);
    const before = personState(top);
    const random = randomFrom(number);
    const moments: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      // Squared: a command that goes on with little left to do is short.
      moments.push(Math.round(100 + random() ** 2 * 4000));
      await killedAfter(nextCommand(top), top, moments.at(-1) ?? 0);
      if (random() < 0.4) killDatabase();
    }
    for (let turn = 0; turn < 8 && !isDone(top); turn++) planwright(nextCommand(top), top, env);
    expect(await whatIsThere(top, env.PLANWRIGHT_HOME, "words"), `killed after ${moments} ms`).toEqual({
      subjects: [
        "plan approved: words",
        "Step 1",
        expect.stringMatching(/^plan accepted: task-1 /),
        "Step 2",
        expect.stringMatching(/^plan accepted: task-2 /),
        "Step 3",
        expect.stringMatching(/^plan accepted: task-3 /),
        "plan complete: words",
      ],
      acceptedInGit: { 1: 1, 2: 1, 3: 1 },
      acceptedInJournal: { 1: 1, 2: 1, 3: 1 },
      lost: [],
      isGapless: true,
      crashed: expect.any(Number),
      status: "done",
    });
    expect(gitIn(top, "ls-tree", "--name-only", "plan/words").split("\n")).not.toContain("draft.txt");
    expect(gitIn(top, "branch", "--list", "debug/*"), "kept attempts").toBe("");
    expect(planwright(["audit", "plan/words"], top, env).status, "proven, by this machine's key").toBe(0);
    expect(personState(top)).toEqual(before);
    await expect.poll(() => processesWith(top), { timeout: 5000 }).toEqual([]);
  },
);

test("the moments are the same for the same number", () => {
  const [first, second] = [randomFrom(7), randomFrom(7)];
  expect([first(), first(), first()]).toEqual([second(), second(), second()]);
});

/** What a person would type who finds the run lying there. */
function nextCommand(top: string): readonly string[] {
  const status = statusOf(top);
  if (status === null) return BEGIN;
  const [question] = status.questions;
  return question ? ["answer", question.id, "continue", "--note", "three", "--continue"] : ["resume", "words"];
}

const isDone = (top: string): boolean => statusOf(top)?.status === "done";

function statusOf(top: string): { status: string; questions: { id: string }[] } | null {
  const { stdout } = planwright(["status", "words", "--json"], top, env);
  return stdout.trim() === "" ? null : JSON.parse(stdout);
}

async function killedAfter(args: readonly string[], top: string, milliseconds: number): Promise<void> {
  const child = spawn(resolve("bin/planwright"), args, { cwd: top, env: { ...process.env, ...env }, stdio: "ignore" });
  const ended = new Promise((done) => child.once("exit", done));
  await Promise.race([ended, sleep(milliseconds)]);
  child.kill("SIGKILL");
  await ended;
}

/** It has to recover when it is started again. */
function killDatabase(): void {
  const server = postgresStatus(env.PLANWRIGHT_HOME);
  if (server.state === "running") process.kill(server.pid, "SIGKILL");
}

function repository(name: string): string {
  const top = join(place, name);
  mkdirSync(top);
  gitIn(top, "init", "-q", "-b", "main");
  write(top, { "plan.md": PLAN, "a.txt": "a\n" });
  gitIn(top, "add", "-A");
  gitIn(top, "commit", "-qm", "base");
  write(place, { "script.yaml": SCRIPT });
  return top;
}

/** Numbers from 0 to 1 that look random and are always the same (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
