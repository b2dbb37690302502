import { expect, test } from "vitest";
import { aHostedRun, type HostedRun, planWith, type StepText } from "./a-hosted-run.ts";
import { type Session, shell, spendingAgent, spent } from "./a-spending-agent.ts";

/** A planner is paid from the budget, too: once nothing is left of it, nobody asks one. */

const TWO: StepText[] = [{ contract: "test -e 1.txt" }, { contract: "test -e 2.txt" }];
const writes: Session = async function* ({ number }, host) {
  await shell(host, `touch ${number}.txt`);
  yield spent({ usd: 1.2 });
  return {};
};
const fails: Session = async function* () {
  yield spent({ usd: 1.2 });
  return {};
};
const says = (answer: unknown, usd = 5): Session =>
  async function* () {
    yield spent({ usd });
    return { text: JSON.stringify(answer) };
  };

const aRunWith = (plan: string, worker: Session, planner: Session): Promise<HostedRun> =>
  aHostedRun({
    plan,
    agents: {
      driverFor: () => spendingAgent("worker", worker),
      planner: { driver: spendingAgent("thinker", planner), window: 100_000 },
    },
  });

const planners = async ({ store, run }: HostedRun): Promise<number> =>
  (await store.ledger.read({ run: run.id })).filter(({ role }) => role === "planner").length;

const notes = async (run: HostedRun): Promise<string[]> =>
  (await run.events()).flatMap((event) => (event.type === "noted" ? [`${event.step}: ${event.told}`] : []));

test("work that has used all the money up is accepted without a planner, and the next step waits", async () => {
  const run = await aRunWith(planWith(TWO, "**Budget:** $1\n\n"), writes, says({ told: "fine" }));
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: passed", "1: reviewed", "1: accepted", "plan: asked, budget"],
  ]);
  expect(await planners(run)).toBe(0);
  expect(await notes(run)).toEqual(["1: thinker is not asked: nothing is left of the budget"]);
});

test("a failure that has used all the money up is triaged without a planner, and the next attempt waits", async () => {
  const triaged = { class: 1, told: "another way", how: null, decision: null, pending: [] };
  const run = await aRunWith(planWith(TWO, "**Budget:** $1\n\n"), fails, says(triaged));
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.happened()).toEqual(["1: attempt 1", "1: failed, contract", "plan: asked, budget"]);
  expect(await planners(run)).toBe(0);
  expect(await notes(run)).toEqual(["1: thinker is not asked: nothing is left of the budget"]);
});

test("a step's own budget is its planner's, too", async () => {
  const [first = {}, second = {}] = TWO;
  const run = await aRunWith(planWith([{ ...first, more: "**budget:** $1" }, second]), writes, says({ told: "fine" }));
  expect((await run.goOn()).halt).toBe("done");
  // The second one has no limit, and is looked at.
  expect(await planners(run)).toBe(1);
});

test("a person is asked before a template is expanded that nobody could pay for", async () => {
  const [first = {}, second = {}] = TWO;
  const plan = planWith([first, { ...second, heading: "2–N. The others" }], "**Budget:** $1\n\n");
  const steps = [{ title: "The other one", what: "Write the second file.", how: null }];
  const run = await aRunWith(plan, writes, says({ steps }, 0.1));
  expect((await run.goOn()).halt).toBe("waiting");
  expect((await run.happened()).slice(-2)).toEqual(["1: accepted", "plan: asked, budget"]);
  expect(await planners(run)).toBe(0);
  await run.answer("raise", "$5");
  expect((await run.goOn()).halt).toBe("waiting");
  expect((await run.happened()).slice(-2)).toEqual(["2–N: expanded", "2–N: asked, template"]);
  expect(await planners(run)).toBe(1);
});

test("a planner is stopped when the time is used up, and the work is accepted without it", async () => {
  const run = await aHostedRun({
    plan: planWith(TWO, "**Budget:** max 10 seconds wall clock\n\n"),
    command: "cat > /dev/null\ntouch 1.txt 2.txt\necho Done.\n",
    planner: `cat > /dev/null\nsleep 60\necho '{"told": "fine"}'\n`,
  });
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: passed", "1: refused, checkpoint", "1: reviewed", "1: accepted", "plan: asked, budget"],
  ]);
  const refused = (await run.events()).find((event) => event.type === "proposal-refused");
  expect(refused?.told).toMatch(/the time that its budget had left was over after \d+ seconds/);
});
