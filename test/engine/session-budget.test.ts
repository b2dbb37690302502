import { expect, test } from "vitest";
import type { Usage } from "../../src/record/run-event.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";
import { type Session, shell, spendingAgent, spent } from "./a-spending-agent.ts";

/** An agent that tells of its requests one by one is stopped after the one that uses a budget up. */

const ONE = { contract: "test -e 1.txt" };

/** Asks its model this often, unless it is stopped, and then does its work. */
const asking = (times: number, usage: Partial<Usage>): Session =>
  async function* ({ number }, host, stop) {
    for (let count = 0; count < times; count++) {
      if (stop.aborted) return { reason: "aborted", text: "stopped" };
      yield spent(usage);
    }
    await shell(host, `touch ${number}.txt`);
    return {};
  };

const aRunWith = (plan: string, worker: Session, planner: Session | null = null): Promise<HostedRun> =>
  aHostedRun({
    plan,
    agents: {
      driverFor: () => spendingAgent("worker", worker),
      planner: planner && { driver: spendingAgent("thinker", planner), window: 100_000 },
    },
  });

const requestsOf = async ({ store, run }: HostedRun, role: string): Promise<number> =>
  (await store.ledger.read({ run: run.id })).filter((row) => row.role === role).length;

test("money that is used up stops a worker after the request that did it; its work goes on when it is raised", async () => {
  let times = 50;
  const run = await aRunWith(planWith([ONE], "**Budget:** $2.50\n\n"), (...given) =>
    asking(times, { usd: 1 })(...given),
  );
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.happened()).toEqual(["1: attempt 1", "1: held, budget", "1: asked, budget"]);
  expect(await requestsOf(run, "developer")).toBe(3);
  const { headline, context } = await run.question();
  expect(headline).toMatch(/^budget exceeded, 1 step remaining, need \$\d+\.\d\d more: step 1, Step 1 was stopped$/);
  expect(context.join("\n")).toContain("its requests have used the budget up");
  times = 1;
  await run.answer("raise", "$5");
  expect((await run.goOn()).halt).toBe("done");
  expect((await run.happened()).slice(3, 6)).toEqual(["1: answered, raise", "1: attempt 1 goes on (2)", "1: passed"]);
});

test("a step's own tokens are counted with those of its earlier attempts", async () => {
  const plan = planWith([{ ...ONE, more: "**budget:** max 200k tokens\n**on_fail:** retry(3)" }]);
  const usage = { input: 30_000 };
  const run = await aRunWith(plan, async function* (job, host, stop) {
    if ((job.attempt?.number ?? 1) > 1) return yield* asking(50, usage)(job, host, stop);
    for (let count = 0; count < 2; count++) yield spent(usage);
    return { reason: "failed", text: "no" };
  });
  expect((await run.goOn()).halt).toBe("waiting");
  expect((await run.happened()).slice(-2)).toEqual(["1: held, budget", "1: asked, budget"]);
  expect(await requestsOf(run, "developer")).toBe(7);
});

test("an agent whose session has ended is judged, whatever its last request has cost", async () => {
  const run = await aRunWith(planWith([ONE], "**Budget:** $1\n\n"), asking(1, { usd: 5 }));
  expect((await run.goOn()).halt).toBe("done");
});

test("a planner is stopped in the same way, and the work is accepted without it", async () => {
  const run = await aRunWith(planWith([ONE], "**Budget:** $4\n\n"), asking(1, { usd: 1 }), asking(50, { usd: 1 }));
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: passed", "1: refused, checkpoint", "1: reviewed", "1: accepted", "completed"],
  ]);
  expect(await requestsOf(run, "planner")).toBe(3);
});
