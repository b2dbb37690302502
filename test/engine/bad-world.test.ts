import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandDriver } from "../../src/agents/command.ts";
import { aPerson } from "../../src/agents/known/a-person.testkit.ts";
import { builtinDriver } from "../../src/builtin/builtin-driver.ts";
import type { AgentDriver } from "../../src/ports/agent.ts";
import { refusalIn } from "../../src/std/refusal.ts";
import { write } from "../a-checkout.ts";
import { COMPATIBLE_AT } from "../agents/model/openai-compatible.ts";
import { startModelServer } from "../agents/model-server.ts";
import { NO_BUILTIN } from "../agents/the-agents.ts";
import { personState } from "../person-state.ts";
import { tempFolder } from "../temp-folder.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";
import { shell, spendingAgent, spent } from "./a-spending-agent.ts";
import { letGo, UNTIL_LET_GO } from "./let-go.ts";

const CONTRACT = "grep -q one one.txt";
const WRITES_ONE = "steps:\n  1:\n    - write: { path: one.txt, text: one }\n    - say: Wrote one.\n";

/** Says that it works, and goes on when somebody puts a file into its tree. */
const WAITS = `echo working
${UNTIL_LET_GO}
echo one > one.txt
echo "Wrote one."
`;

test("what is written over the plan after its approval changes nothing", async () => {
  const run = await aHostedRun({ plan: planWith([{ contract: CONTRACT }]), script: WRITES_ONE });
  write(run.top, { "plan.md": planWith([{ contract: "true" }]) });
  const before = personState(run.top);
  expect((await run.goOn()).halt).toBe("done");
  expect(run.git("show", "plan/words:.plan/done/words/plan.md")).toContain(CONTRACT);
  expect(personState(run.top)).toEqual(before);
});

test.each<[string, (run: HostedRun) => void, kept: string[]]>([
  ["deleted", (run) => run.git("branch", "-D", "plan/words"), []],
  [
    "moved by somebody else",
    (run) => {
      run.git("checkout", "-q", "plan/words");
      run.git("commit", "-q", "--allow-empty", "-m", "somebody else's");
      run.git("checkout", "-q", "main");
    },
    [expect.stringMatching(/^debug\/plan-words-moved-[0-9a-f]{8}$/)],
  ],
])("a branch that was %s is asked about, and put back where the person wants it", async (_, spoil, kept) => {
  const run = await aHostedRun({ plan: planWith([{ contract: CONTRACT }]), script: WRITES_ONE });
  const tip = run.git("rev-parse", "plan/words");
  spoil(run);
  const there = run.branches();
  expect((await run.goOn()).halt).toBe("waiting");
  const question = await run.question();
  expect(question).toMatchObject({ over: "lost", step: null, severity: "critical", suggestion: null });
  expect(question.context.join("\n")).toContain(tip);
  expect(run.branches(), "nothing is moved before somebody answers").toEqual(there);
  await run.answer("retry");
  expect((await run.goOn()).halt).toBe("done");
  expect(run.git("merge-base", tip, "plan/words")).toBe(tip);
  expect(run.git("log", "--format=%s", "plan/words")).not.toContain("somebody else's");
  expect(run.branches().filter((name) => name.startsWith("debug/"))).toEqual(kept);
  expect(await run.happened()).toEqual([
    ...["plan: asked, lost", "plan: answered, retry", "1: attempt 1", "1: passed", "1: accepted", "completed"],
  ]);
});

test("a branch that is deleted while the agent works is missed before anything is committed; the work is not lost", async () => {
  const run = await aHostedRun({ plan: planWith([{ contract: CONTRACT }]), command: WAITS });
  const { halt } = await run.goOn((text) => {
    if (!text.includes("working")) return;
    run.git("branch", "-D", "plan/words");
    letGo(run);
  });
  expect(halt).toBe("waiting");
  await run.answer("retry");
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: passed", "plan: asked, lost", "plan: answered, retry", "1: accepted", "completed"],
  ]);
});

test("a branch that is lost while nobody looks, after a host has died, is left alone by whoever gives up", async () => {
  const run = await aHostedRun({ plan: planWith([{ contract: CONTRACT }]), command: WAITS });
  await expect(diesWhileItWorks(run)).rejects.toThrow(/no longer runs in/);
  run.git("branch", "-D", "plan/words");
  expect((await run.goOn()).halt).toBe("waiting");
  await run.answer("abort");
  expect((await run.goOn()).halt).toBe("failed");
  expect(run.branches()).toEqual(["debug/plan-words-task-1-attempt-1", "main"]);
  // And whoever thinks better of it later is asked once more, and can go on.
  await run.takeUp();
  expect((await run.goOn()).halt).toBe("waiting");
  await run.answer("retry");
  expect((await run.goOn(lettingItGo(run))).halt).toBe("done");
});

test("a work tree that somebody removes is made anew: between attempts, and with its work between legs", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q one one.txt && grep -q draft draft.txt" }]),
    script: `steps:
  1:
    - - write: { path: one.txt, text: uno }
    - - write: { path: draft.txt, text: draft }
      - ask: Which word?
      - write: { path: one.txt, text: one }
      - say: Wrote one.
`,
  });
  expect((await run.goOn()).halt).toBe("waiting");
  rmSync(workFolder(run), { recursive: true });
  await run.answer("continue", "one");
  expect((await run.goOn()).halt).toBe("done");
  expect(run.git("show", "plan/words:draft.txt")).toBe("draft");
});

test("a run folder that is a file is named, nothing is counted, and the run goes on once it is gone", async () => {
  const run = await aHostedRun({ plan: planWith([{ contract: CONTRACT }]), script: WRITES_ONE });
  const folder = join(repositoryFolder(run), "runs");
  writeFileSync(folder, "no folder");
  await expect(run.goOn()).rejects.toThrow(/runs/);
  rmSync(folder);
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).toEqual(["1: attempt 1", "1: passed", "1: accepted", "completed"]);
});

test("one process at a time carries a run out; a second one is told who does, and nothing is done twice", async () => {
  const run = await aHostedRun({ plan: planWith([{ contract: CONTRACT }]), command: WAITS });
  let second: Promise<unknown> = Promise.resolve();
  const { halt } = await run.goOn((text) => {
    if (!text.includes("working")) return;
    second = run.goOn().then(
      () => "went on",
      (error: unknown) => refusalIn(error),
    );
    void second.then(() => letGo(run));
  });
  expect(await second).toEqual({
    code: "under-way",
    message: `${run.run.id} is running in process ${process.pid}`,
    remedies: [{ do: "watch", with: { run: "words" }, why: "shows how it goes" }],
  });
  expect(halt).toBe("done");
  expect(await run.happened()).toEqual(["1: attempt 1", "1: passed", "1: accepted", "completed"]);
});

test("a host that slept through its lease can write nothing any more, and its attempt is closed by the next", async () => {
  const run = await aHostedRun({ plan: planWith([{ contract: CONTRACT }]), command: WAITS });
  await expect(diesWhileItWorks(run)).rejects.toMatchObject({ code: "lease-lost" });
  expect(await run.happened()).toEqual(["1: attempt 1"]);
  expect((await run.goOn(lettingItGo(run))).halt).toBe("done");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: interrupted, crashed", "1: attempt 2", "1: passed", "1: accepted", "completed"],
  ]);
});

test("a clock that jumps, back or on, changes nothing about the order of things", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: CONTRACT }, { contract: "grep -q two two.txt" }]),
    script: `steps:
  1:
    - - say: Nothing yet.
    - - write: { path: one.txt, text: one }
      - say: Wrote one.
  2:
    - write: { path: two.txt, text: two }
`,
  });
  const { now } = Date;
  const hours = (count: number) => () => now() + count * 60 * 60 * 1000;
  try {
    const { halt } = await run.goOn((text) => {
      Date.now = text.includes("Nothing") ? hours(-2) : hours(48);
    });
    expect(halt).toBe("done");
  } finally {
    Date.now = now;
  }
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: failed, contract", "1: attempt 2", "1: passed", "1: accepted"],
    ...["2: attempt 1", "2: passed", "2: accepted", "completed"],
  ]);
});

/** While the agent works another host takes the run, as it may when this one gave no sign of life for too long. */
async function diesWhileItWorks(run: HostedRun): Promise<void> {
  const {
    store,
    run: { id },
  } = run;
  const other = { id: `other-${id}`, machine: "elsewhere", pid: 1, started: null };
  let taken: Promise<unknown> = Promise.resolve();
  const gone = run.goOn((text) => {
    if (!text.includes("working")) return;
    taken = store.hosts
      .holder(id)
      .then(async (holder) => {
        await store.hosts.announce(other);
        await store.hosts.take(id, other.id, holder && { host: holder.id, epoch: holder.epoch });
      })
      .then(() => letGo(run));
  });
  await gone.finally(async () => {
    await taken;
    await store.hosts.withdraw(other.id);
  });
}

const lettingItGo = (run: HostedRun) => (text: string) => void (text.includes("working") && letGo(run));

const workFolder = (run: HostedRun): string => join(repositoryFolder(run), "runs", run.run.id, "work");

function repositoryFolder({ home }: HostedRun): string {
  const folder = join(home, "repositories");
  const [only] = existsSync(folder) ? readdirSync(folder) : [];
  return join(folder, only ?? "none");
}

test("an agent that cannot be held was not at work: no attempt of the step is used up, and the reason is told as it is", async () => {
  const place = tempFolder();
  const needed = join(place, "needed");
  const run = await aHostedRun({
    plan: planWith([{ contract: CONTRACT, more: "**on_fail:** abort" }]),
    agents: { driverFor: () => needing(needed, "echo one > one.txt; echo Wrote one."), planner: null },
  });
  await expect(run.goOn()).rejects.toThrow(needed);
  expect(await run.happened()).toEqual(["1: attempt 1"]);
  write(place, { needed: "" });
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).not.toContainEqual(expect.stringContaining("failed"));
});

test("a model whose hands cannot be held is not asked: nothing is paid, and no attempt of the step is used up", async () => {
  const place = tempFolder();
  const needed = join(place, "needed");
  const acts = [
    { do: "write", path: "one.txt", text: "one" },
    { do: "say", text: "Wrote one." },
  ] as const;
  const model = await startModelServer([{ when: ["# The step"], acts }]);
  onTestFinished(() => model.close());
  const agent = builtinDriver("acme/coder", {
    ...{ cwd: place, search: ["/usr/bin", "/bin"], tree: place, builtin: NO_BUILTIN },
    person: aPerson({ ACME_BASE_URL: `http://127.0.0.1:${model.port}${COMPATIBLE_AT}` }),
  });
  const mounts = [...agent.mounts, { show: needed, at: needed, access: "read" }] as const;
  const run = await aHostedRun({
    plan: planWith([{ contract: CONTRACT, more: "**on_fail:** retry(1)" }]),
    agents: { driverFor: () => ({ ...agent, mounts }), planner: null },
  });
  await expect(run.goOn()).rejects.toThrow(needed);
  expect(await run.happened()).toEqual(["1: attempt 1"]);
  expect(model.asked).toEqual([]);
  write(place, { needed: "" });
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).not.toContainEqual(expect.stringContaining("failed"));
});

test("a planner that cannot be held is passed over, and a person is asked for the steps that it should write", async () => {
  const planner = needing(join(tempFolder(), "needed"), "echo nothing");
  const worker = spendingAgent("worker", async function* ({ attempt }, host) {
    if (attempt?.number !== 1) await shell(host, "echo one > one.txt");
    yield spent();
    return {};
  });
  const run = await aHostedRun({
    plan: planWith([{ contract: CONTRACT }, { contract: CONTRACT, heading: "2–N. The others" }]),
    agents: { driverFor: () => worker, planner: { driver: planner, window: 100_000 } },
  });
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: failed, contract", "1: refused, triage", "1: triaged, class 1"],
    ...["1: attempt 2", "1: passed", "1: refused, checkpoint", "1: reviewed", "1: accepted"],
    ...["2–N: refused, template", "2–N: asked, template"],
  ]);
});

/** An agent that can be held only where this file is. */
function needing(needed: string, command: string): AgentDriver {
  const place = tempFolder();
  const agent = commandDriver(command, { cwd: place, search: ["/usr/bin", "/bin"], tree: place });
  return { ...agent, mounts: [{ show: needed, at: needed, access: "read" }] };
}
