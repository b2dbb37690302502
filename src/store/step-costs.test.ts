import { expect, test } from "vitest";
import { repositoryAt } from "../record/repository-at.testkit.ts";
import type { RunFact, Usage } from "../record/run-event.ts";
import { accepted, aRun, opened } from "./a-run.testkit.ts";
import { aStore } from "./a-store.testkit.ts";

const HERE = repositoryAt("/repository").id;

const used = (fields: Partial<Usage> = {}): Usage => ({
  ...{ model: "m", input: 1_000, cachedRead: 200, cachedWrite: 30, output: 4, source: "reported" },
  ...fields,
});

const worked = (step: string, usage: Usage[], milliseconds = 1_500): RunFact => ({
  ...{ type: "worker-ended", step, attempt: 1, leg: 1, reason: "finished", tree: "4".repeat(40) },
  // An agent may print anything; the type of an event, too.
  text: 'nul \0, half a pair \ud83d, a path C:\\u0000, "type":"step-accepted"',
  ...{ usage, milliseconds },
});

async function costsOf(runs: Readonly<Record<string, readonly RunFact[]>>) {
  const { store } = await aStore();
  for (const [id, facts] of Object.entries(runs)) await store.runs.create(aRun(id), [opened, ...facts]);
  return { store, costs: await store.runs.costs(HERE) };
}

test("a step costs what all its attempts used, of every kind of token, and their time", async () => {
  const { costs } = await costsOf({
    one: [worked("a", [used()]), worked("a", [used({ input: 0 }), used()], 500), accepted("a")],
  });
  expect(costs).toEqual([{ tokens: 1_234 + 234 + 1_234, seconds: 2 }]);
});

test("a planner who was asked about a step is part of its costs, also when it was refused", async () => {
  const of = { step: "a", by: "codex", told: "" } as const;
  const triaged: RunFact = { type: "triaged", ...of, class: 1, change: null, usage: [used()], milliseconds: 700 };
  const refused: RunFact = { type: "proposal-refused", ...of, about: "template" };
  const { costs } = await costsOf({
    one: [worked("a", [used()]), { ...refused, usage: [used()], milliseconds: 300 }, refused, triaged, accepted("a")],
    // Journals of before say nothing of a planner's time; and where nobody was asked, nothing is used.
    two: [worked("a", [used()]), { ...triaged, by: "default", usage: [] }, refused, accepted("a")],
    three: [worked("a", [used()]), { ...triaged, usage: [] }, accepted("a")],
  });
  expect(costs).toEqual([{ seconds: 2.2 }, { tokens: 1_234, seconds: 1.5 }, { tokens: 3 * 1_234, seconds: 2.5 }]);
});

test("what one attempt does not say is unknown for the step, and never nothing", async () => {
  const { costs } = await costsOf({
    one: [worked("a", [used()]), worked("a", []), accepted("a")],
    two: [worked("a", [used(), used({ source: "unknown" })]), accepted("a")],
  });
  expect(costs).toEqual([{ seconds: 1.5 }, { seconds: 3 }]);
});

test("money is known where every attempt says what it cost", async () => {
  const { costs } = await costsOf({
    one: [worked("a", [used({ usd: 0.5 })]), worked("a", [used({ usd: 0.25 })]), accepted("a")],
    two: [worked("a", [used({ usd: 0.5 }), used()]), accepted("a")],
  });
  expect(costs.map(({ usd }) => usd)).toEqual([undefined, 0.75]);
});

test("only accepted steps count, newest first, and only those of this repository", async () => {
  const elsewhere = { repository: repositoryAt("/other") };
  const { store } = await costsOf({
    one: [worked("a", [used()], 1_000), accepted("a"), worked("b", [used()])],
    two: [worked("b", [used()], 2_000), accepted("b"), accepted("c")],
  });
  await store.runs.create(aRun("three", elsewhere), [opened, worked("a", [used()], 3_000), accepted("a")]);
  expect((await store.runs.costs(HERE)).map(({ seconds }) => seconds)).toEqual([2, 1]);
  expect(await store.runs.costs(repositoryAt("/nowhere").id)).toEqual([]);
});

test("steps of long ago are left out", async () => {
  const steps = Array.from({ length: 210 }, (_, index) => `s${index}`);
  const { store } = await costsOf({});
  await store.runs.create(
    aRun("many"),
    steps.flatMap((step) => [worked(step, [used()]), accepted(step)]),
  );
  expect(await store.runs.costs(HERE)).toHaveLength(200);
});
