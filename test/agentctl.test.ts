import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { tempFolder } from "./temp-folder.ts";

/** The program, as an agent with a shell uses it. */

test("a thread is planned, extended, withdrawn and committed", async () => {
  const { run, home } = aThread();
  expect(await run("set-topic", "Add orders")).toEqual(said({ thread_id: "chat-1", topic: "Add orders" }));
  const own = (await run("plan", "dir")).stdout.trimEnd();
  expect(own).toMatch(`${home}/plans/`);
  const { thread_id, plan_dir } = JSON.parse((await run("plan", "request-thread-dir")).stdout);
  writePlan(own);
  expect(await run("plan", "commit")).toMatchObject({ status: 1, stdout: "" });
  writePlan(plan_dir);
  const committed = await run("plan", "commit");
  expect(JSON.parse(committed.stdout)).toEqual({
    committed: [
      { thread_id: "chat-1", revision: 1, hash: expect.any(String) },
      { thread_id, revision: 1, hash: expect.any(String) },
    ],
  });
  expect(await run("plan", "remove-thread", "--thread-id", thread_id)).toEqual(said({ thread_id, removed: true }));
  expect(await run("plan", "clear-current")).toEqual(said({ thread_id: "chat-1", cleared: true }));
  expect(await run("plan", "commit")).toEqual(said({ committed: [{ thread_id: "chat-1", revision: 2, hash: null }] }));
});

test("without a thread it says which variable names one, and makes nothing", async () => {
  const { run, home } = aThread(null);
  expect(await run("plan", "dir")).toEqual({
    status: 2,
    stdout: "",
    stderr: "agentctl: AGENTCTL_THREAD_ID is not set: it names the thread that is planned\n",
  });
  expect(existsSync(home)).toBe(false);
  expect(await run("--help")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Examples:/), stderr: "" });
});

test("what is damaged is told in one line", async () => {
  const { run, home } = aThread();
  await run("plan", "dir");
  writeFileSync(join(home, "threads/chat-1/threads.json"), "{");
  expect(await run("plan", "commit")).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^agentctl: .+threads\.json is damaged \(it is not JSON\); .+\n$/),
  });
  expect(await aThread("../x", home).run("plan", "dir")).toMatchObject({
    status: 1,
    stderr: 'agentctl: "../x" cannot be the id of a thread\n',
  });
});

test("two at once lose nothing, also at the first use of a thread", async () => {
  const { run, home } = aThread();
  const all = await Promise.all([...Array(6).fill(["plan", "request-thread-dir"]), ["set-topic", "Both"]].map(spread));
  expect(all.map(({ status, stderr }) => ({ status, stderr }))).toEqual(all.map(() => ({ status: 0, stderr: "" })));
  const { threads } = JSON.parse(readFileSync(join(home, "threads/chat-1/threads.json"), "utf8"));
  expect(threads).toHaveLength(7);
  expect(threads[0]).toMatchObject({ id: "chat-1", topic: "Both" });
  expect(readdirSync(join(home, "plans"))).toHaveLength(7);

  function spread(args: string[]) {
    return run(...args);
  }
});

test("killed at any moment, a commit has happened to all threads or to none", async () => {
  const { run, start, home } = aThread();
  const file = join(home, "threads/chat-1/threads.json");
  const folders = [(await run("plan", "dir")).stdout.trimEnd()];
  for (let times = 0; times < 2; times++)
    folders.push(JSON.parse((await run("plan", "request-thread-dir")).stdout).plan_dir);
  for (let round = 1; round <= 8; round++) {
    for (const folder of folders) writePlan(folder, `Round ${round}`);
    const before = statSync(file).ino;
    const child = start("plan", "commit");
    const over = once(child, "exit");
    // Half of them as soon as the first word of the commit is written.
    for (let waited = 0; waited < (round % 2 === 0 ? 2000 : 60 + round * 30); waited++) {
      if (round % 2 === 0 && statSync(file).ino !== before) break;
      await sleep(1);
    }
    child.kill("SIGKILL");
    await over;
    const { threads } = JSON.parse(readFileSync(file, "utf8"));
    const counts = new Set(threads.map(({ revisions }: { revisions: string[] }) => revisions.length));
    expect(counts.size).toBe(1);
  }
  for (const folder of folders) writePlan(folder, "The last");
  expect((await run("plan", "commit")).status).toBe(0);
  expect(readdirSync(join(home, "threads/chat-1/revisions")).filter((name) => name.startsWith("."))).toEqual([]);
});

const said = (value: object) => ({ status: 0, stdout: `${JSON.stringify(value)}\n`, stderr: "" });

function aThread(thread: string | null = "chat-1", home = join(tempFolder(), "home")) {
  const { AGENTCTL_THREAD_ID: _, ...rest } = process.env;
  const env = { ...rest, PLANWRIGHT_HOME: home, ...(thread !== null && { AGENTCTL_THREAD_ID: thread }) };
  const cwd = tempFolder();
  const start = (...args: string[]): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } =>
    spawn(resolve("bin/agentctl"), args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  return {
    home,
    start,
    async run(...args: string[]) {
      const child = start(...args);
      const ended = once(child, "close");
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      const [status] = await ended;
      return { status, stdout, stderr };
    },
  };
}

function writePlan(folder: string, title = "Add orders"): void {
  mkdirSync(join(folder, "tasks"), { recursive: true });
  writeFileSync(join(folder, "plan.md"), `---\ntitle: "${title}"\n---\n\nOrders are kept in a table.\n`);
  writeFileSync(join(folder, "tasks/01-create-schema.md"), "---\nid: create-schema\n---\n\nCreate it.\n");
}
