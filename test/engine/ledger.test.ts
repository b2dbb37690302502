import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { LedgerRow } from "../../src/record/ledger-row.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";
import { type Session, shell, spendingAgent, spent, used } from "./a-spending-agent.ts";

const PLAN = planWith([{ contract: "test -e 1.txt" }, { contract: "test -e 2.txt" }]);

const aRunWith = (worker: Session, planner: Session | null = null, plan = PLAN): Promise<HostedRun> =>
  aHostedRun({
    plan,
    agents: {
      driverFor: () => spendingAgent("spender", worker),
      planner: planner && { driver: spendingAgent("thinker", planner), window: 100_000 },
    },
  });

const rowsOf = ({ store, run }: HostedRun): Promise<LedgerRow[]> => store.ledger.read({ run: run.id });

test("a request is in the ledger while its agent is still at work", async () => {
  const scene = await aRunWith(async function* ({ number }, host) {
    yield spent({ input: number });
    // An end to the waiting comes with the row, or never.
    while (!(await rowsOf(scene)).some(({ usage }) => usage.input === number)) await sleep(10);
    await shell(host, `touch ${number}.txt`);
    return { usage: [used({ input: number })] };
  });
  expect((await scene.goOn()).halt).toBe("done");
  const { id, plan, repository } = scene.run;
  const [first, ...others] = await rowsOf(scene);
  expect(first).toEqual({
    ...{ run: id, key: "work/1/1/1/1", repository: repository.id, plan: plan.id, step: "1" },
    ...{ attempt: 1, leg: 1, role: "developer", covers: "request", warnings: [] },
    ...{ usage: used({ input: 1 }), at: expect.any(String) },
  });
  expect(others).toMatchObject([{ step: "2", covers: "request" }]);
});

test("what the end tells is counted as far as no request has told it, and the journal has the same sums", async () => {
  const scene = await aRunWith(async function* ({ number }, host) {
    if (number === 1) {
      yield spent({ usd: 0.5 });
      yield spent({ model: "n" });
    }
    await shell(host, `touch ${number}.txt`);
    return { usage: [used({ input: 150, usd: 0.75 }), used({ model: "k", source: "reported" })] };
  });
  await scene.goOn();
  const rest = { cachedRead: 0, cachedWrite: 0, output: 0 };
  expect((await rowsOf(scene)).map(({ step, covers, usage }) => ({ step, covers, usage }))).toEqual([
    { step: "1", covers: "request", usage: used({ usd: 0.5 }) },
    { step: "1", covers: "request", usage: used({ model: "n" }) },
    { step: "1", covers: "session", usage: used({ input: 50, ...rest, usd: 0.25 }) },
    { step: "1", covers: "session", usage: used({ model: "k", source: "reported" }) },
    { step: "2", covers: "session", usage: used({ input: 150, usd: 0.75 }) },
    { step: "2", covers: "session", usage: used({ model: "k", source: "reported" }) },
  ]);
  const ends = (await scene.events()).filter((event) => event.type === "worker-ended");
  expect(ends[0]?.usage).toEqual([
    used({ input: 150, usd: 0.75 }),
    used({ model: "n" }),
    used({ model: "k", source: "reported" }),
  ]);
  expect(ends[1]?.usage).toEqual([used({ input: 150, usd: 0.75 }), used({ model: "k", source: "reported" })]);
});

test("an agent that never says how it ended has used what it told on the way", async () => {
  const scene = await aRunWith(async function* ({ attempt, number }, host) {
    yield spent();
    if (attempt?.number === 1 && number === 1) return { reason: "failed", text: "It broke.", usage: [] };
    await shell(host, `touch ${number}.txt`);
    return { usage: [used()] };
  });
  expect((await scene.goOn()).halt).toBe("done");
  expect((await rowsOf(scene)).map(({ key }) => key)).toEqual(["work/1/1/1/1", "work/1/2/1/1", "work/2/1/1/1"]);
  const ends = (await scene.events()).filter((event) => event.type === "worker-ended");
  expect(ends.map(({ usage }) => usage)).toEqual([[used()], [used()], [used()]]);
});

test("a warning stands in each row that has it, and once in the journal for each attempt", async () => {
  const told = "it takes no temperature";
  const scene = await aRunWith(async function* ({ number }, host) {
    yield spent({}, [told]);
    yield spent({}, [told, "it was asked twice"]);
    await shell(host, `touch ${number}.txt`);
    return {};
  });
  await scene.goOn();
  expect((await rowsOf(scene)).map(({ warnings }) => warnings.length)).toEqual([1, 2, 1, 2]);
  const noted = (await scene.events()).flatMap((event) =>
    event.type === "noted" && event.step !== null ? [[event.step, event.told]] : [],
  );
  expect(noted).toEqual([
    ["1", `m: ${told}`],
    ["1", "m: it was asked twice"],
    ["2", `m: ${told}`],
    ["2", "m: it was asked twice"],
  ]);
});

test("a planner that is asked about a step has rows of its own, with its step", async () => {
  const scene = await aRunWith(
    async function* ({ attempt, number }, host) {
      yield spent();
      await shell(host, attempt?.number === 1 && number === 1 ? "true" : `touch ${number}.txt`);
      return { usage: [used()] };
    },
    async function* () {
      yield spent({ model: "thinking" });
      return { text: "no proposal", usage: [used({ model: "thinking" })] };
    },
    planWith([{ contract: "test -e 1.txt" }]),
  );
  expect((await scene.goOn()).halt).toBe("done");
  const asked = (await rowsOf(scene)).filter(({ role }) => role === "planner");
  expect(asked.map(({ step, attempt, leg, usage }) => ({ step, attempt, leg, model: usage.model }))).toEqual([
    { step: "1", attempt: null, leg: null, model: "thinking" },
    { step: "1", attempt: null, leg: null, model: "thinking" },
  ]);
  const judged = (await scene.events()).filter(({ type }) => type === "triaged" || type === "reviewed");
  expect(judged).toMatchObject([{ usage: [used({ model: "thinking" })] }, { usage: [used({ model: "thinking" })] }]);
});
