import { expect, test } from "vitest";
import { planwright } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";
import { aHostedRun, makeRepository, planWith } from "./a-hosted-run.ts";
import { shell, spendingAgent, spent, used } from "./a-spending-agent.ts";

/** A plan of two steps that is done; the second step's model has no price. */
async function aFinishedRun() {
  const worker = spendingAgent("spender", async function* ({ number }, host) {
    yield number === 1 ? spent({ input: 12_000, usd: 0.25 }) : spent({ model: "free" });
    yield number === 1 ? spent({ usd: 0.05 }) : spent({ model: "free" });
    await shell(host, `touch ${number}.txt`);
    return { usage: number === 1 ? [] : [used({ model: "m", source: "reported", usd: 0.1 })] };
  });
  const scene = await aHostedRun({
    plan: planWith([{ contract: "test -e 1.txt" }, { contract: "test -e 2.txt" }]),
    agents: { driverFor: () => worker, planner: null },
  });
  expect((await scene.goOn()).halt).toBe("done");
  const env = { PLANWRIGHT_HOME: scene.home, PLANWRIGHT_DATABASE_URL: scene.store.url };
  const cost = (args: readonly string[], cwd = scene.top) => planwright(["cost", ...args], cwd, env);
  return { scene, cost, json: (...args: string[]) => JSON.parse(cost([...args, "--json"]).stdout) };
}

test("cost adds up what was used, by plan, step, role, model and day, and the totals agree", async () => {
  const { scene, cost, json } = await aFinishedRun();
  expect(cost(["words"]).stdout).toMatchInlineSnapshot(`
    "step     requests   input  cache read  cache write  output            cost
    1               2  12,146          40            6      80           $0.30
    2      at least 2     369          60            9     120  at least $0.10
    total  at least 4  12,515         100           15     200  at least $0.40

    unpriced: free; no price is known, and the cost is without it
    1 session was told as a whole, without the number of requests
    "
  `);
  const { id, repository } = scene.run;
  const total = {
    ...{ requests: 4, sessions: 1, input: 12_400, cachedRead: 100, cachedWrite: 15, output: 200 },
    ...{ usd: 0.4, unpriced: ["free"], uncounted: [] },
  };
  expect(json()).toEqual({
    ...{ version: 1, by: "plan", of: null, since: null, total },
    groups: [{ commonDir: repository.commonDir, plan: "words", ...total }],
  });
  expect(json("--by", "model").groups).toMatchObject([
    { model: "free", requests: 2, sessions: 0, usd: null, unpriced: ["free"] },
    { model: "m", requests: 2, sessions: 1, usd: 0.4, unpriced: [] },
  ]);
  expect(json("--by", "role").groups).toMatchObject([{ role: "developer", requests: 4 }]);
  const today = new Date().toISOString().slice(0, 10);
  expect(json("--by", "day", "--since", today).groups.at(-1)).toMatchObject({ day: today });
  for (const by of ["plan", "step", "role", "model", "day"]) expect(json(id, "--by", by).total).toEqual(total);
  for (const name of [id, "words", "plan/words"]) expect(json(name)).toMatchObject({ by: "step", of: name, total });
});

test("cost knows what was spent on a run that is forgotten, and on no other repository's unless it is asked", async () => {
  const { scene, cost, json } = await aFinishedRun();
  await scene.store.runs.forget(scene.run.id);
  expect(json("words").total.requests).toBe(4);
  expect(json(scene.run.id).total.requests).toBe(4);

  const other = `${tempFolder()}/other`;
  makeRepository(other, { "a.txt": "a\n" });
  expect(cost([], other)).toMatchObject({
    status: 0,
    stdout: "no use of a model is known in this repository; --all shows what there is elsewhere\n",
  });
  expect(cost(["words"], other)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("no run or plan words here"),
  });
  expect(JSON.parse(cost(["--all", "--by", "role", "--json"], other).stdout).total.requests).toBeGreaterThanOrEqual(4);
});

test("cost says what it cannot take, and what it does not find", async () => {
  const { cost } = await aFinishedRun();
  expect(cost(["--since", "2999-01-01"]).stdout).toMatch(
    /^no use of a model is known in this repository since 2999-01-01;/,
  );
  for (const since of ["2026-02-30", "yesterday", "2026-1-1", "2026-13-01"]) {
    expect(cost(["--since", since])).toMatchObject({ status: 2, stderr: expect.stringContaining("as in 2026-11-01") });
  }
  expect(cost(["--by", "hour"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("plan, step, role, model, day"),
  });
  expect(cost(["wodrs"])).toMatchObject({ status: 2, stderr: expect.stringContaining("did you mean words?") });
});

test("cost where nothing has ever run starts no database", () => {
  const place = tempFolder();
  makeRepository(`${place}/repository`, { "a.txt": "a\n" });
  const run = planwright(["cost"], `${place}/repository`, { PLANWRIGHT_HOME: `${place}/home` });
  expect(run).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^no use of a model is known in this repository;/),
  });
});
