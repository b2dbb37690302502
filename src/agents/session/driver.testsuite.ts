import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { AgentDriver, AgentEvent, AgentJob } from "../../ports/agent.ts";
import type { Proc } from "../../ports/sandbox.ts";
import { aMark, processesWith } from "../../sandbox/a-run.testkit.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aHost, aJob, aTurn, endOf, eventsOf, outputOf, worked } from "./a-session.testkit.ts";

/** How to get an agent of this kind that behaves in a certain way. `folder` is the test's own. */
export type DriverSubject = {
  /** Runs a script of bash, and fails when it does. */
  running(script: string, folder: string): AgentDriver;
  /** Says a text that has no single quote in it, and nothing else. */
  saying(text: string, folder: string): AgentDriver;
  asking(question: string, folder: string): AgentDriver;
  givingUp(why: string, folder: string): AgentDriver;
  /** Repeats, in every turn, what it was told of `The word is` in its conversation. */
  remembering(folder: string): AgentDriver;
  /** Its program, or whatever else it cannot do without, is not there. */
  missing(folder: string): AgentDriver;
};

/** What every driver keeps to. */
export function driverSuite(subject: DriverSubject): void {
  const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));
  const hostFor = (driver: AgentDriver, tree: string, limits = {}): ReturnType<typeof aHost> =>
    aHost(shared.sandbox, driver, tree, { limits });

  test("works in the tree, says what it prints, and ends once, at last", async () => {
    const folder = tempFolder();
    const driver = subject.running("echo out; echo err >&2; echo made > made.txt", folder);
    const { events, end } = await worked(driver, hostFor(driver, folder));
    expect(end).toMatchObject({ reason: "finished", question: null });
    expect(outputOf(events, "stdout")).toContain("out\n");
    expect(outputOf(events, "stderr")).toContain("err\n");
    expect(ends(events)).toBe(1);
    expect(readFileSync(join(folder, "made.txt"), "utf8")).toBe("made\n");
  });

  test("can be started where all it needs is there", async () => {
    expect(await subject.running("true", tempFolder()).probe()).toMatchObject({ ok: true });
  });

  test("hands on all that it says in plan mode, where a worker's last paragraph is enough", async () => {
    const folder = tempFolder();
    const last = `{"how": "${"y".repeat(80_000)}"}`;
    const driver = subject.saying(`I looked.\n\n${last}`, folder);
    const planner: AgentJob = { ...aJob(), mode: "plan" };
    const { end } = await worked(driver, hostFor(driver, folder), planner);
    expect(end).toMatchObject({ reason: "finished", text: `I looked.\n\n${last}` });
  });

  test("knows in its second turn what only the first has said", async () => {
    const folder = tempFolder();
    const driver = subject.remembering(folder);
    const session = await driver.open(aJob(), hostFor(driver, folder), new AbortController().signal);
    const first = await eventsOf(session, "The word is heron.");
    const second = await eventsOf(session, "What was the word?");
    const third = await eventsOf(session, "And now?");
    await session.close();
    expect([first, second, third].map((events) => /heron/.test(outputOf(events)))).toEqual([true, true, true]);
    expect(endOf(first).resume).toBeUndefined();
  });

  test("goes on in another session with what was said in the first, and in no other", async () => {
    const folder = tempFolder();
    const kept = tempFolder();
    /** All that the two have in common is what is kept. */
    const turn = async (prompt: string, leg: number, resume?: string): Promise<Said> => {
      const driver = subject.remembering(folder);
      const host = aHost(shared.sandbox, driver, folder, { kept });
      const { events, end } = await worked(driver, host, aJob({ leg }, 1, resume), prompt);
      return { said: outputOf(events), resume: end.resume };
    };
    const knowing: Said = { said: expect.stringContaining("heron"), resume: expect.any(String) };
    const first = await turn("The word is heron.", 1);
    expect(first).toEqual(knowing);
    const second = await turn("What was the word?", 2, first.resume);
    expect(second).toEqual(knowing);
    expect(await turn("And now?", 3, second.resume)).toEqual(knowing);
    expect((await turn("What was the word?", 2)).said).not.toContain("heron");
  });

  test("asks, and ends with it", async () => {
    const folder = tempFolder();
    const driver = subject.asking("Which port?", folder);
    expect((await worked(driver, hostFor(driver, folder))).end).toMatchObject({
      reason: "asked",
      question: "Which port?",
    });
  });

  test("gives up, and says why", async () => {
    const folder = tempFolder();
    const driver = subject.givingUp("there is no such API", folder);
    expect((await worked(driver, hostFor(driver, folder))).end).toMatchObject({
      reason: "gave-up",
      text: "there is no such API",
      question: null,
    });
  });

  test.each([
    ["a failure", "echo oh no >&2; exit 3", /status 3.*oh no/],
    ["a crash", "kill -KILL $$", /status 137|SIGKILL/],
    ["a program that is not there", "no-such-program", /status 127.*no-such-program/],
  ])("tells %s", async (_, script, text) => {
    const folder = tempFolder();
    const driver = subject.running(script, folder);
    const { events, end } = await worked(driver, hostFor(driver, folder));
    expect(end).toMatchObject({ reason: "failed", text: expect.stringMatching(text), question: null });
    expect(ends(events)).toBe(1);
  });

  test("says what is missing before it is started, and when it is", async () => {
    const folder = tempFolder();
    const driver = subject.missing(folder);
    const probe = await driver.probe();
    expect(probe).toEqual({ ok: false, cause: expect.stringMatching(/./), remedy: expect.stringMatching(/./) });
    const { events, end } = await worked(driver, hostFor(driver, folder));
    expect(end.reason).toBe("not-let-in");
    expect(end.text).toContain(probe.ok ? "?" : probe.cause);
    expect(events).toHaveLength(1);
  });

  test("ends as failed when its host can start nothing", async () => {
    const folder = tempFolder();
    const driver = subject.running("true", folder);
    const launch = () => Promise.reject(new Error("programs cannot be sandboxed here"));
    const { events, end } = await worked(driver, { at: folder, launch, permit: () => ({ allow: true }) });
    expect(end).toMatchObject({ reason: "failed", text: "programs cannot be sandboxed here" });
    expect(ends(events)).toBe(1);
  });

  test("is stopped in the middle of its work", async () => {
    const folder = tempFolder();
    const mark = aMark();
    const driver = subject.running(`echo up; sleep ${mark}`, folder);
    const host = hostFor(driver, folder);
    const stop = new AbortController();
    const session = await driver.open(aJob(), host, stop.signal);
    const events: AgentEvent[] = [];
    for await (const event of session.send(aTurn("do it"))) {
      events.push(event);
      if (event.type === "output") stop.abort();
    }
    expect(endOf(events).reason).toBe("aborted");
    expect(ends(events)).toBe(1);
    expect(processesWith(mark)).toEqual([]);
    await session.close();
    expect(await stillRunning(host.procs)).toBe(0);
  });

  test("starts nothing when it was stopped before", async () => {
    const folder = tempFolder();
    const driver = subject.running("echo made > made.txt", folder);
    const host = hostFor(driver, folder);
    const session = await driver.open(aJob(), host, AbortSignal.abort());
    expect(endOf(await eventsOf(session)).reason).toBe("aborted");
    expect(host.procs).toEqual([]);
    expect(existsSync(join(folder, "made.txt"))).toBe(false);
  });

  test("is closed in the middle of its work, however little it wants to end", async () => {
    const folder = tempFolder();
    const mark = aMark();
    const driver = subject.running(`trap '' TERM INT HUP; echo up; while :; do sleep ${mark}; done`, folder);
    const host = hostFor(driver, folder);
    const session = await driver.open(aJob(), host, new AbortController().signal);
    const events: AgentEvent[] = [];
    let closed: Promise<void> | undefined;
    for await (const event of session.send(aTurn("do it"))) {
      events.push(event);
      if (event.type === "output") closed ??= session.close();
    }
    await closed;
    expect(endOf(events).reason).toBe("aborted");
    expect(await stillRunning(host.procs)).toBe(0);
    expect(processesWith(mark)).toEqual([]);
    await session.close();
    expect(endOf(await eventsOf(session)).reason).toBe("aborted");
  });

  test("is closed while nobody asks for what comes next", async () => {
    const folder = tempFolder();
    const mark = aMark();
    const driver = subject.running(`echo up; sleep ${mark}`, folder);
    const host = hostFor(driver, folder);
    const session = await driver.open(aJob(), host, new AbortController().signal);
    const events = session.send(aTurn("do it"))[Symbol.asyncIterator]();
    let event = await events.next();
    while (!event.done && event.value.type !== "output") event = await events.next();
    await session.close();
    expect(await stillRunning(host.procs)).toBe(0);
    expect(processesWith(mark)).toEqual([]);
    await events.return?.();
  });

  test("leaves nothing running when nobody listens any more", async () => {
    const folder = tempFolder();
    const mark = aMark();
    const driver = subject.running(`echo up; sleep ${mark}`, folder);
    const host = hostFor(driver, folder);
    const session = await driver.open(aJob(), host, new AbortController().signal);
    for await (const event of session.send(aTurn("do it"))) if (event.type === "output") break;
    expect(await stillRunning(host.procs)).toBe(0);
    expect(processesWith(mark)).toEqual([]);
    await session.close();
  });

  test("takes along what it has left running", async () => {
    const folder = tempFolder();
    const mark = aMark();
    const driver = subject.running(`setsid sleep ${mark} > /dev/null 2>&1 & echo done`, folder);
    const host = hostFor(driver, folder);
    const { end } = await worked(driver, host);
    expect(end.reason).toBe("finished");
    expect(await stillRunning(host.procs)).toBe(0);
    expect(processesWith(mark)).toEqual([]);
  });

  test("ends when it prints without an end", async () => {
    const folder = tempFolder();
    const driver = subject.running("yes", folder);
    const { events, end } = await worked(driver, hostFor(driver, folder, { outputBytes: 1 << 20 }));
    expect(end).toMatchObject({ reason: "failed", text: expect.stringContaining("printed more than it may") });
    expect(ends(events)).toBe(1);
  });

  test("ends when its time is up", async () => {
    const folder = tempFolder();
    const driver = subject.running(`sleep ${aMark()}`, folder);
    expect((await worked(driver, hostFor(driver, folder, { seconds: 0.3 }))).end.reason).toBe("timeout");
  });
}

type Said = { said: string; resume: string | undefined };

const ends = (events: readonly AgentEvent[]): number => events.filter(({ type }) => type === "ended").length;

async function stillRunning(procs: readonly Proc[]): Promise<number> {
  const states = await Promise.all(procs.map(({ exit }) => Promise.race([exit, "running"])));
  return states.filter((state) => state === "running").length;
}
