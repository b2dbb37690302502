import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  type ACheckout,
  aCheckout,
  check,
  conclusions,
  fingerprintOf,
  groupsOf,
  leftBehind,
  PROVEN,
  processesWith,
  write,
} from "../a-checkout.ts";

/** Different ends, one of them slow, and enough files for each part of a check to take its time. */
const CONTRACTS = [
  PROVEN,
  "sleep 0.3; echo more > b.txt; grep -q new a.txt",
  "exit 3",
  `git log | grep -q base && ${PROVEN}`,
];
const SUMMARY = "4 steps: 3 proven, 1 failing\n";
const UNDISTURBED = ["proven", "proven", "failing", "proven"];

function aLargeCheckout(): ACheckout {
  const checkout = aCheckout(CONTRACTS);
  write(
    checkout.top,
    Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`files/${n % 10}/${n}.txt`, `${n}\n`])),
  );
  return checkout;
}

/** Starts a check in a process group of its own, with `planwright` as its leader. */
function started({ top, home }: ACheckout): ChildProcess & { pid: number } {
  const child = spawn(resolve("bin/planwright"), ["check", "plan.md"], {
    cwd: top,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PLANWRIGHT_HOME: home },
  });
  if (child.pid === undefined) throw new Error("not started");
  return child as ChildProcess & { pid: number };
}

const ended = (child: ChildProcess): Promise<{ code: number | null; signal: string | null }> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done({ code: child.exitCode, signal: child.signalCode });
    else child.once("exit", (code, signal) => done({ code, signal }));
  });

/**
 * No contract of a killed check goes on: it happens at once, but the kernel takes its time to tell. (A bubblewrap that was
 * killed while it started may leave one that waits; the next check ends it.)
 */
async function noContractRuns({ place }: ACheckout): Promise<void> {
  await expect
    .poll(() => processesWith(place).filter((line) => !/^\d+ \S*bwrap /.test(line)), { timeout: 5000 })
    .toEqual([]);
}

/** The next check comes to what an undisturbed one does, and sweeps up after the dead. */
function nextIsRight(checkout: ACheckout, before: string, pid: number): void {
  const run = check(checkout, ["--json"]);
  expect(run.stderr).toBe("");
  expect(conclusions(run).map(({ conclusion }) => conclusion)).toEqual(UNDISTURBED);
  expect(fingerprintOf(checkout.top)).toBe(before);
  expect(leftBehind(checkout)).toEqual([]);
  expect(groupsOf(pid)).toEqual([]);
  expect(heldClaims(checkout)).toEqual([]);
}

/** Claims whose holder is said to live. */
function heldClaims({ home }: ACheckout): string[] {
  return readdirSync(join(home, "repositories"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\/proof-lock\.\d+$/.test(name))
    .filter((name) => !readFileSync(join(home, "repositories", name), "utf8").includes('"holder":null'));
}

/** The same times in every run. */
function random(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const KILLS = 60;
const LONGEST = 1_500;

const VICTIMS = {
  planwright: (pid: number) => process.kill(pid, "SIGKILL"),
  "the whole group": (pid: number) => process.kill(-pid, "SIGKILL"),
} as const;

test.each(Object.entries(VICTIMS))("kill -9 of %s at random times", async (_, kill) => {
  const checkout = aLargeCheckout();
  const before = fingerprintOf(checkout.top);
  const next = random(7);
  let killed = 0;
  for (let round = 0; round < KILLS / 2; round++) {
    const child = started(checkout);
    await sleep(next() * LONGEST);
    if (child.exitCode === null) {
      kill(child.pid);
      killed += 1;
    }
    await ended(child);
    await noContractRuns(checkout);
    // A check after every kill would take the time of the kills; the last one sees what all of them have left.
    if (round % 15 === 14) nextIsRight(checkout, before, child.pid);
  }
  expect(killed).toBeGreaterThan(KILLS / 4);
});

/** What is to be seen from outside at each part of a check. */
const MOMENTS: Record<string, (checkout: ACheckout) => boolean> = {
  "the snapshot is taken": ({ home }) => below(home).some((name) => /proof-0\/checkout-\w+$/.test(name)),
  "the proof tree is filled": ({ home }) => below(home).some((name) => /proof-0\/tree\//.test(name)),
  "a tree is being held": ({ home }) => stateOf(home).includes('"tree":null'),
  "a contract runs": ({ place }) => processesWith(place).some((line) => line.includes("bwrap")),
  "a run is swept up": ({ home }) =>
    below(home).some((name) => /^scratch\/planwright-[^/]+\/run-\w+\/upper\./.test(name)),
};

/** Names below the home; what vanishes while we look is not there. */
function below(home: string): string[] {
  try {
    return readdirSync(home, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

function stateOf(home: string): string {
  const name = below(home).find((path) => /proof-0\/state\.json$/.test(path));
  try {
    return name === undefined ? "" : readFileSync(join(home, name), "utf8");
  } catch {
    return "";
  }
}

test.each(Object.entries(MOMENTS))("kill -9 while %s", async (_, isThere) => {
  const checkout = aLargeCheckout();
  const before = fingerprintOf(checkout.top);
  let victim = 0;
  for (const kill of Object.values(VICTIMS)) {
    const child = started(checkout);
    while (child.exitCode === null && !isThere(checkout)) await sleep(1);
    expect(child.exitCode).toBeNull();
    kill(child.pid);
    await ended(child);
    await noContractRuns(checkout);
    victim = child.pid;
  }
  nextIsRight(checkout, before, victim);
});

test("a bubblewrap that waits for one that was killed is ended by the next check", async () => {
  const checkout = aCheckout();
  const dead = join(checkout.home, "scratch", "planwright-4194303-1-1");
  mkdirSync(dead, { recursive: true });
  const stranded = spawn("bash", ["-c", "kill -STOP $$", `${dead}/mnt.0`], { argv0: "bwrap", stdio: "ignore" });
  const bystander = spawn("bash", ["-c", "kill -STOP $$", `${dead}/mnt.0`], { stdio: "ignore" });
  expect(check(checkout).status).toBe(0);
  expect(await ended(stranded)).toEqual({ code: null, signal: "SIGKILL" });
  expect(bystander.exitCode).toBeNull();
  bystander.kill("SIGKILL");
  await ended(bystander);
  for (const line of processesWith(dead)) process.kill(Number.parseInt(line, 10), "SIGKILL");
  expect(existsSync(dead)).toBe(false);
});

test("kill -9 of bubblewrap alone is a signal that the contract ended by, and nothing else", async () => {
  const checkout = aCheckout(["sleep 5; true"]);
  const child = started(checkout);
  let said = "";
  child.stdout?.on("data", (bytes) => (said += bytes));
  while (child.exitCode === null) {
    const running = processesWith(checkout.place);
    const held = running.find((line) => /^\d+ \S*bwrap .*sleep 5; true/.test(line));
    // Before the contract itself runs, nothing is known about it yet.
    const hasBegun = running.some((line) => /^\d+ sleep 5 $/.test(line));
    if (hasBegun && held !== undefined) process.kill(Number.parseInt(held, 10), "SIGKILL");
    await sleep(20);
  }
  expect((await ended(child)).code).toBe(1);
  expect(said).toMatch(/SIGKILL|signal|cannot/);
  await noContractRuns(checkout);
  expect(leftBehind(checkout)).toEqual([]);
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends in order at any time, with status 130", async (signal) => {
  const checkout = aLargeCheckout();
  const before = fingerprintOf(checkout.top);
  for (const wait of [600, 1_200, 1_800]) {
    const child = started(checkout);
    let [said, printed] = ["", ""];
    child.stderr?.on("data", (bytes) => (said += bytes));
    child.stdout?.on("data", (bytes) => (printed += bytes));
    const closed = new Promise((resolve) => child.once("close", resolve));
    await sleep(wait);
    if (child.exitCode !== null) break;
    // As a terminal does for Ctrl-C: the whole group hears it.
    process.kill(signal === "SIGINT" ? -child.pid : child.pid, signal);
    const end = await ended(child);
    await closed;
    // It had nothing more to do when it heard of it: all is said, and that is what its status tells.
    if (end.code === 1 && printed.endsWith(SUMMARY)) break;
    // Before it has begun anything there is nothing to put in order, and the signal ends it as it would end any program.
    if (end.signal === null)
      expect({ ...end, said }).toMatchObject({ code: 130, said: expect.stringContaining("interrupted") });
    else expect({ ...end, said }).toEqual({ code: null, signal, said: "" });
    await noContractRuns(checkout);
    expect(leftBehind(checkout)).toEqual([]);
    expect(groupsOf(child.pid)).toEqual([]);
  }
  nextIsRight(checkout, before, 0);
});
