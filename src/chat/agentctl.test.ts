import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { aDesk, aTask, writeFiles, writePlan } from "./a-desk.testkit.ts";

/** What each command promises, rule by rule. */

const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

describe("set-topic", () => {
  test("keeps the topic of the thread", async () => {
    const { run, home } = await aDesk();
    const { status, json } = await run("set-topic", "  Add orders 🧾 ");
    expect({ status, json }).toEqual({ status: 0, json: { thread_id: "thread_1", topic: "Add orders 🧾" } });
    expect(stateIn(home).threads[0].topic).toBe("Add orders 🧾");
  });

  test.each([
    ["", "a topic has 1 to 100 characters; this one has none"],
    ["  ", "a topic has 1 to 100 characters; this one has none"],
    ["é".repeat(101), "a topic has at most 100 characters; this one has 101"],
    ["two\nlines", "a topic is one line of characters that can be seen"],
    ["\u202eback", "a topic is one line of characters that can be seen"],
  ])("refuses %j, and keeps the one before", async (topic, why) => {
    const { run, home } = await aDesk();
    await run("set-topic", "𝒪".repeat(100));
    expect(await run("set-topic", topic)).toMatchObject({ status: 1, stdout: "", stderr: `agentctl: ${why}\n` });
    expect(stateIn(home).threads[0].topic).toBe("𝒪".repeat(100));
  });
});

describe("plan dir", () => {
  test("says where the plan of the thread is written: below plans/, for nobody but its owner, the same every time", async () => {
    const { run, home } = await aDesk();
    const { status, stdout } = await run("plan", "dir");
    const folder = stdout.trimEnd();
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${folder}\n` });
    expect(dirname(folder)).toBe(join(home, "plans"));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect((await (await aDesk("thread_1", home)).run("plan", "dir")).stdout).toBe(stdout);
    expect((await (await aDesk("thread_2", home)).run("plan", "dir")).stdout).not.toBe(stdout);
  });
});

describe("plan request-thread-dir", () => {
  test("returns both the id of a new thread and its directory", async () => {
    const { run, folder, home } = await aDesk();
    const { status, json } = await run("plan", "request-thread-dir");
    expect({ status, json }).toEqual({
      status: 0,
      json: { thread_id: expect.any(String), plan_dir: expect.stringMatching(`^${home}/plans/`) },
    });
    expect(json).toMatchObject({ plan_dir: folder(1) });
    expect(lstatSync(folder(1)).mode & 0o777).toBe(0o700);
    expect(folder(1)).not.toBe(folder(0));
  });

  test("a thread that goes on finds its additional directories again", async () => {
    const first = await aDesk();
    for (let times = 0; times < 3; times++) await first.run("plan", "request-thread-dir");
    const again = await aDesk("thread_1", first.home);
    expect(again.desk.folders()).toEqual(first.desk.folders());
    expect(again.desk.folders()).toHaveLength(4);
  });

  test("a thread that was requested has a desk of its own, with the same directory and the same revisions", async () => {
    const parent = await aDesk();
    await parent.run("plan", "request-thread-dir");
    writePlan(parent.folder(1));
    await parent.run("plan", "commit");
    const thread = parent.desk.folders()[1]?.thread ?? "";
    const child = await aDesk(thread, parent.home);
    expect(child.desk.folders()).toEqual(parent.desk.folders().slice(1));
    expect((await child.run("plan", "commit")).json).toEqual({
      committed: [{ thread_id: thread, revision: 1, hash: HASH }],
    });
  });

  test("there are 32 at the most", async () => {
    const { run, desk } = await aDesk();
    for (let times = 0; times < 32; times++) expect((await run("plan", "request-thread-dir")).status).toBe(0);
    expect(await run("plan", "request-thread-dir")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^agentctl: 32 threads are planned from here already; .+\n$/),
    });
    expect(desk.folders()).toHaveLength(33);
  });
});

describe("thread removal", () => {
  test("1, 4. a requested thread goes with its directory, and is left out of the next commit", async () => {
    const { run, folder, desk } = await aDesk();
    writePlan(folder(0));
    await run("plan", "request-thread-dir");
    await run("plan", "request-thread-dir");
    const [, gone, kept] = desk.folders();
    writePlan(folder(2), "Add invoices");
    writeFiles(folder(1), { "plan.md": "not a plan\n", "tasks/a/b/c": "x" });
    const { status, json } = await run("plan", "remove-thread", "--thread-id", gone?.thread ?? "");
    expect({ status, json }).toEqual({ status: 0, json: { thread_id: gone?.thread, removed: true } });
    expect(existsSync(gone?.path ?? "")).toBe(false);
    // 6. `plan commit` operates on the post-removal set only.
    expect((await run("plan", "commit")).json).toEqual({
      committed: [
        { thread_id: "thread_1", revision: 1, hash: HASH },
        { thread_id: kept?.thread, revision: 1, hash: HASH },
      ],
    });
  });

  test("2, 3. the current thread cannot be removed, and is told how its plan goes", async () => {
    const { run, folder } = await aDesk();
    writePlan(folder(0));
    expect(await run("plan", "remove-thread", "--thread-id", "thread_1")).toMatchObject({
      status: 1,
      stderr: "agentctl: thread_1 is the current thread; to take its plan away, use clear-current\n",
    });
    expect(readdirSync(folder(0))).toEqual(["plan.md", "tasks"]);
  });

  test.each(["thread_9", "../..", "", "thread_1.000000000000"])("5. an unknown thread is an error: %j", async (id) => {
    const { run, desk } = await aDesk();
    await run("plan", "request-thread-dir");
    const { status, stdout, stderr } = await run("plan", "remove-thread", `--thread-id=${id}`);
    expect({ stdout, isRefused: status !== 0 }).toEqual({ stdout: "", isRefused: true });
    expect(stderr).toMatch(/^agentctl: .+\n$/);
    expect(desk.folders()).toHaveLength(2);
  });

  test("a thread of somebody else's is unknown, too", async () => {
    const { run, home } = await aDesk();
    const other = await aDesk("thread_2", home);
    await other.run("plan", "request-thread-dir");
    const theirs = other.desk.folders()[1]?.thread ?? "";
    expect((await run("plan", "remove-thread", "--thread-id", theirs)).status).toBe(1);
    expect(existsSync(other.folder(1))).toBe(true);
  });

  test("what was committed of a removed thread stays, and counts on where it was", async () => {
    const { run, folder, desk, home } = await aDesk();
    await run("plan", "request-thread-dir");
    const thread = desk.folders()[1]?.thread ?? "";
    writePlan(folder(1));
    await run("plan", "commit");
    await run("plan", "remove-thread", "--thread-id", thread);
    const child = await aDesk(thread, home);
    writePlan(child.folder(0), "Another");
    expect((await child.run("plan", "commit")).json).toEqual({
      committed: [{ thread_id: thread, revision: 2, hash: HASH }],
    });
  });

  test("a removed thread that never had a plan is gone", async () => {
    const { run, desk, home } = await aDesk();
    await run("plan", "request-thread-dir");
    const thread = desk.folders()[1]?.thread ?? "";
    await run("plan", "remove-thread", "--thread-id", thread);
    await expect(aDesk(thread, home)).rejects.toThrow(`there is no thread ${thread}; it may have been removed`);
  });
});

describe("plan clear-current", () => {
  test("deletes the files and keeps the directory", async () => {
    const { run, folder } = await aDesk();
    writePlan(folder(0));
    writeFiles(folder(0), { ".draft": "x", "a/b/c/d": "x" });
    const { status, json } = await run("plan", "clear-current");
    expect({ status, json }).toEqual({ status: 0, json: { thread_id: "thread_1", cleared: true } });
    expect(readdirSync(folder(0))).toEqual([]);
  });

  test("then a commit withdraws the plan, once", async () => {
    const { run, folder } = await aDesk();
    writePlan(folder(0));
    await run("plan", "commit");
    await run("plan", "clear-current");
    const withdrawn = { committed: [{ thread_id: "thread_1", revision: 2, hash: null }] };
    expect(await run("plan", "commit")).toMatchObject({ status: 0, stderr: "", json: withdrawn });
    expect((await run("plan", "commit")).json).toEqual(withdrawn);
    writePlan(folder(0));
    expect((await run("plan", "commit")).json).toEqual({
      committed: [{ thread_id: "thread_1", revision: 3, hash: HASH }],
    });
  });

  test("a plan that was never committed is withdrawn without a trace", async () => {
    const { run, folder } = await aDesk();
    writePlan(folder(0));
    await run("plan", "clear-current");
    expect((await run("plan", "commit")).json).toEqual({
      committed: [{ thread_id: "thread_1", revision: 0, hash: null }],
    });
  });
});

describe("plan commit", () => {
  test("stores a copy of each directory under its hash", async () => {
    const { run, folder, home } = await aDesk();
    writePlan(folder(0));
    const { status, json } = await run("plan", "commit");
    expect({ status, json }).toEqual({
      status: 0,
      json: { committed: [{ thread_id: "thread_1", revision: 1, hash: HASH }] },
    });
    const [hash = ""] = revisionsIn(home);
    writeFiles(folder(0), { "plan.md": "changed\n" });
    expect(readFileSync(join(home, "threads/thread_1/revisions", hash, "plan.md"), "utf8")).toMatch(/^---\ntitle/);
    expect(stateIn(home).threads[0].revisions).toEqual([hash]);
  });

  test("the same text again is the same revision, another text the next", async () => {
    const { run, folder, home } = await aDesk();
    writePlan(folder(0));
    const first = await run("plan", "commit");
    expect((await run("plan", "commit")).json).toEqual(first.json);
    writePlan(folder(0), "Add invoices");
    expect((await run("plan", "commit")).json).toMatchObject({ committed: [{ revision: 2 }] });
    writePlan(folder(0));
    const [{ hash } = expect.fail()] = (first.json as { committed: { hash: string }[] }).committed;
    expect((await run("plan", "commit")).json).toMatchObject({ committed: [{ revision: 3, hash }] });
    expect(revisionsIn(home)).toHaveLength(2);
  });

  test("tells everything that is wrong in all directories at once, and stores nothing", async () => {
    const { run, folder, home, desk } = await aDesk();
    for (let times = 0; times < 3; times++) await run("plan", "request-thread-dir");
    writePlan(folder(0));
    writeFiles(folder(1), { "plan.md": '---\ntitle: ""\n---\n', "tasks/01-a.md": aTask("Not Kebab") });
    writeFiles(folder(2), { "tasks/01-a.md": aTask("a", "depends_on: [b]"), "tasks/01-b.md": "no head\n" });
    const { status, stdout, stderr } = await run("plan", "commit");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    for (const fault of [
      `${folder(1)}/plan.md: error: the plan's \`title\` is empty [PW109]`,
      `${folder(1)}/tasks/01-a.md: error: \`id\` cannot be \`Not Kebab\` [PW105]`,
      `${folder(2)}/plan.md: error: there is no \`plan.md\` [PW109]`,
      `${folder(2)}/tasks/01-b.md: error: two task files have the index 01 [PW131]`,
      `${folder(2)}/tasks/01-b.md: error: the task has no frontmatter [PW102]`,
      `error: ${folder(3)} is empty; write plan.md and tasks/, or run ` +
        `\`agentctl plan remove-thread --thread-id ${desk.folders()[3]?.thread}\``,
    ]) {
      expect(stderr.replaceAll(/:\d+:\d+:/g, ":").split("\n")).toContain(fault);
    }
    expect(stderr).toMatch(/\nagentctl: nothing was committed: \d+ errors\n$/);
    expect(revisionsIn(home)).toEqual([]);
    expect(stateIn(home).threads.flatMap((each) => each.revisions)).toEqual([]);
  });

  test("the tasks of one directory mean nothing to another, and one faulty plan holds up all", async () => {
    const { run, folder, home } = await aDesk();
    await run("plan", "request-thread-dir");
    writePlan(folder(0));
    writePlan(folder(1));
    expect((await run("plan", "commit")).status).toBe(0);
    writeFiles(folder(1), { "tasks/03-c.md": aTask("c", "depends_on: [only-here]") });
    writeFiles(folder(0), { "tasks/03-c.md": aTask("only-here") });
    expect(await run("plan", "commit")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("the plan has no step `only-here`"),
    });
    expect(stateIn(home).threads.map(({ revisions }) => revisions.length)).toEqual([1, 1]);
  });

  test("a directory in which nothing was ever written is an error where it is the only one", async () => {
    const { run, folder } = await aDesk();
    expect(await run("plan", "commit")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(`^error: ${folder(0)} is empty; write plan.md and tasks/, or run `),
    });
  });

  test("where only others are planned, the thread itself has no plan", async () => {
    const { run, folder, desk } = await aDesk();
    await run("plan", "request-thread-dir");
    writePlan(folder(1));
    expect((await run("plan", "commit")).json).toEqual({
      committed: [
        { thread_id: "thread_1", revision: 0, hash: null },
        { thread_id: desk.folders()[1]?.thread, revision: 1, hash: HASH },
      ],
    });
  });

  test("a plan that somebody else deleted is not withdrawn by accident", async () => {
    const { run, folder } = await aDesk();
    await run("plan", "request-thread-dir");
    writePlan(folder(0));
    writePlan(folder(1));
    await run("plan", "commit");
    rmSync(folder(0), { recursive: true });
    expect((await run("plan", "commit")).status).toBe(1);
  });

  test("warnings are told, and do not keep a plan from being committed", async () => {
    const { run, folder } = await aDesk();
    writePlan(folder(0));
    expect(await run("plan", "commit")).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/warning: the step has no contract \[PW134\]\n {2}help: /),
    });
  });
});

describe("the words themselves", () => {
  test.each([
    [[], "a command is missing after `agentctl`: set-topic, plan, help"],
    [["set-topc", "x"], "there is no agentctl set-topc; did you mean set-topic?"],
    [["nonsense"], "there is no agentctl nonsense; there are set-topic, plan, help"],
    [["set-topic"], 'the topic is missing: agentctl set-topic "Add rate limits"'],
    [["set-topic", "two", "words"], 'a topic is one word to the shell: agentctl set-topic "Add rate limits"'],
    [
      ["plan"],
      "a command is missing after `agentctl plan`: dir, request-thread-dir, remove-thread, clear-current, commit",
    ],
    [["plan", "comit"], "there is no agentctl plan comit; did you mean commit?"],
    [["plan", "commit", "--force"], 'agentctl plan commit takes no "--force"'],
    [["plan", "remove-thread"], "--thread-id is missing: agentctl plan remove-thread --thread-id ID"],
    [["plan", "remove-thread", "--thread-id"], "--thread-id needs the id of a thread"],
    [
      ["plan", "remove-thread", "--thred-id", "x"],
      "there is no --thred-id; did you mean --thread-id?: agentctl plan remove-thread --thread-id ID",
    ],
    [["plan", "\u001b[31m"], "there is no agentctl plan ␛[31m; there are dir, request-thread-dir, "],
  ])("%j are wrong, and told so", async (args, why) => {
    const { run } = await aDesk();
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`agentctl: ${why}`);
  });

  test.each([[["--help"]], [["help"]], [["plan", "-h"]], [["plan", "commit", "--help"]]])(
    "%j shows examples first, and does nothing",
    async (args) => {
      const { run, home } = await aDesk();
      expect(await run(...args)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Examples:\n/) });
      expect(revisionsIn(home)).toEqual([]);
    },
  );
});

type State = { threads: { topic: string | null; revisions: string[] }[] };

const stateIn = (home: string, thread = "thread_1"): State & { threads: [State["threads"][0]] } =>
  JSON.parse(readFileSync(join(home, "threads", thread, "threads.json"), "utf8"));

const revisionsIn = (home: string): string[] => {
  const store = join(home, "threads/thread_1/revisions");
  return existsSync(store) ? readdirSync(store) : [];
};
