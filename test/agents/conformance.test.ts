import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { KNOWN_AGENTS } from "../../src/agents/known/known-agents.ts";
import { aJob, endOf, eventsOf, outputOf, worked } from "../../src/agents/session/a-session.testkit.ts";
import type { AgentEvent, Ended } from "../../src/ports/agent.ts";
import type { Proc } from "../../src/ports/sandbox.ts";
import { aMark, processesWith } from "../../src/sandbox/a-run.testkit.ts";
import { openSandbox } from "../../src/sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../src/sandbox/sandbox.testsuite.ts";
import { anAgentAtWork, anAgentsPlace } from "./an-agent-at-work.ts";
import { filesWith } from "./files-with.ts";
import type { Account } from "./model/account.ts";
import type { Act, Script } from "./model/script.ts";
import type { ModelServer } from "./model-server.ts";
import { WAYS } from "./one-note.ts";

// What `src/agents/session/driver.testsuite.ts` demands of every driver, as far as it depends on the agent behind it.

const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

describe.each(WAYS)("$spec", (way) => {
  test("tells what it does, ends once, and takes along what it has left running", async () => {
    const mark = aMark();
    const { tree, events, close, procs } = await anAgentAtWork(way, shared.sandbox, (top) => [
      { do: "write", path: join(top, "made.txt"), text: "made\n" },
      { do: "run", command: leaving(mark) },
      { do: "say", text: "All is made." },
    ]);
    const told = await events;
    expect(endOf(told)).toMatchObject({ reason: "finished", text: "All is made.", question: null });
    expect(ends(told)).toBe(1);
    await close();
    expect(await stillRunning(procs)).toBe(0);
    expect(processesWith(mark)).toEqual([]);

    expect(readFileSync(join(tree, "made.txt"), "utf8")).toBe("made\n");
    expect(readFileSync(join(tree, "left.txt"), "utf8")).toBe("up\n");
    expect(outputOf(told, "stdout")).toContain("All is made.");
    expect(told).toContainEqual(
      way.spec.startsWith("acp:")
        ? expect.objectContaining({ type: "tool", state: "done", paths: [join(tree, "made.txt")] })
        : { type: "doing", told: expect.stringContaining(join(tree, "made.txt")) },
    );
    // Over its protocol opencode tells of its last request only.
    const source = way.spec === "acp:opencode" ? "unknown" : "reported";
    expect(endOf(told).usage).toEqual([expect.objectContaining({ input: expect.toSatisfy(isSome), source })]);
  });

  test.each([
    { said: "QUESTION: Which port?", end: { reason: "asked", text: "Which port?", question: "Which port?" } },
    { said: "CANNOT: There is no API.", end: { reason: "gave-up", text: "There is no API.", question: null } },
  ])("ends as $end.reason after the words `$said`", async ({ said, end }) => {
    const { events, close, procs } = await anAgentAtWork(way, shared.sandbox, () => [
      { do: "say", text: `I have looked around.\n\n${said}` },
    ]);
    const told = await events;
    expect(endOf(told)).toMatchObject(end);
    expect(ends(told)).toBe(1);
    await close();
    expect(await stillRunning(procs)).toBe(0);
  });

  test("knows in its second turn what only the first has said, and is told it once", async () => {
    const { open, model } = await anAgentsPlace(way, shared.sandbox, () => REMEMBERING);
    const { driver, host } = open();
    const session = await driver.open(aJob(), host, new AbortController().signal);
    onTestFinished(() => session.close());
    const first = endOf(await eventsOf(session, "The word is heron."));
    const second = endOf(await eventsOf(session, "What was the word?"));
    expect([first.text, second.text]).toEqual(["The word is heron.", "The word is heron."]);
    expectPaid(way, model, [first, second]);
    expect(wasRetold(model)).toBe(false);
  });

  test("goes on in another process as it is said to, with nothing kept that lets it in", async () => {
    const { open, model, kept, key } = await anAgentsPlace(way, shared.sandbox, () => REMEMBERING);
    const turn = async (prompt: string, resume?: string): Promise<Ended> => {
      const { driver, host } = open();
      const { end } = await worked(driver, host, aJob({}, 1, resume), prompt);
      return end;
    };
    const first = await turn("The word is heron.");
    expect(first).toMatchObject({ text: "The word is heron.", resume: expect.any(String) });
    const second = await turn("What was the word?", first.resume);
    expectPaid(way, model, [first, second]);
    expect(second.text).toContain("The word is heron.");
    expect(wasRetold(model)).toBe(remembersOf(way) === "text");
    expect((await turn("What was the word?")).text).toBe("I know nothing of it.");

    expect(filesWith(key, kept)).toEqual([]);
    const names = readdirSync(kept, { recursive: true, encoding: "utf8" });
    expect(names.filter((name) => /auth|credential|oauth|token|\.env/i.test(name))).toEqual([]);
  });

  test("is stopped while a command runs that does not want to end", async () => {
    const mark = aMark();
    const { events, stop, procs } = await anAgentAtWork(way, shared.sandbox, () => [
      { do: "run", command: `trap '' TERM INT HUP; while :; do sleep ${mark}; done` },
      { do: "say", text: "It has ended." },
    ]);
    // The program itself, and no shell that has yet to start it.
    await expect.poll(() => processesWith(`sleep\0${mark}`), { timeout: 120_000 }).toHaveLength(1);
    stop();
    // Without an end when it takes longer than anybody would wait.
    const told = await Promise.race([events, sleep(20_000, [], { ref: false })]);
    expect(endOf(told).reason).toBe("aborted");
    expect(ends(told)).toBe(1);
    expect(await stillRunning(procs)).toBe(0);
    expect(processesWith(mark)).toEqual([]);
  });
});

const RECALL: Act = { do: "recall", words: "The word is" };

const REMEMBERING: Script = [
  { when: ["What was the word?"], acts: [RECALL] },
  { when: ["The word is"], acts: [RECALL] },
];

/** Whether an agent was told, in a text of ours, what had been said. */
const wasRetold = ({ asked }: ModelServer): boolean =>
  asked.some(({ body }) => JSON.stringify(body).includes("This conversation has begun before"));

function remembersOf({ agent, spec }: (typeof WAYS)[number]): string | undefined {
  const known = KNOWN_AGENTS.find(({ name }) => name === agent);
  return (spec.startsWith("acp:") ? known?.acp : known?.headless)?.remembers;
}

/**
 * Each turn tells what it has cost, and not what those before it have. Some are ended while they ask for a title, which they
 * may have told by then.
 */
function expectPaid({ spec }: (typeof WAYS)[number], { asked }: ModelServer, ends: readonly Ended[]): void {
  const total = (accounts: readonly Account[]): number => accounts.reduce((sum, each) => sum + sumOf(each), 0);
  const told = total(ends.flatMap(({ usage }) => usage));
  const work = asked.filter(({ body }) => !/very short title|single ..title.. field/.test(JSON.stringify(body)));
  expect(told).toBeLessThanOrEqual(total(asked.map(({ account }) => account)));
  // Over its protocol opencode tells of its last request only.
  if (spec !== "acp:opencode") expect(told).toBeGreaterThanOrEqual(total(work.map(({ account }) => account)));
}

const sumOf = ({ input, cachedRead, cachedWrite, output }: Account): number =>
  input + cachedRead + cachedWrite + output;

/** Starts something that outlives the command, and has begun when it ends. */
const leaving = (mark: string): string =>
  `setsid bash -c 'echo up > left.txt; exec sleep ${mark}' > /dev/null 2>&1 & until [ -s left.txt ]; do :; done`;

const ends = (events: readonly AgentEvent[]): number => events.filter(({ type }) => type === "ended").length;

const isSome = (count: number): boolean => count > 0;

async function stillRunning(procs: readonly Proc[]): Promise<number> {
  const states = await Promise.all(procs.map(({ exit }) => Promise.race([exit, "running"])));
  return states.filter((state) => state === "running").length;
}
