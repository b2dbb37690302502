import { describe, expect, test } from "vitest";
import { aContract, aPlan, aStep, noFiles } from "../plan/a-plan.testkit.ts";
import { covers } from "../plan/files.ts";
import type { Plan, Step } from "../plan/model.ts";
import { fencedPlace } from "./fenced-place.ts";
import { nod } from "./person.ts";
import { SCENARIO_NAMES, type ScenarioName, scriptText } from "./scenario.ts";
import { scenariosFor } from "./scenarios.ts";
import { standInPlan } from "./stand-in.ts";

function scenario(name: ScenarioName, step: Partial<Step> = {}, fields: Partial<Plan> = {}) {
  const at = aStep("b", { number: 2, ...step });
  const plan = aPlan(["a", at], fields);
  const found = scenariosFor(plan, at).find((each) => each.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return { ...found, acts: "acts" in found ? [...(found.acts.get(2) ?? [])] : [] };
}

describe("scenarios", () => {
  test("are all there for every plan, played or not", () => {
    const plan = aPlan(["a"]);
    const [step = aStep("a")] = plan.steps;
    expect(scenariosFor(plan, step).map(({ name }) => name)).toEqual(SCENARIO_NAMES);
  });

  test("let a step fail as often as its policy allows", () => {
    expect(scenario("failure").title).toBe("Step 2 fails 3 times");
    expect(scenario("failure", { onFail: { retries: 1, exhausted: "abort" } }).title).toBe("Step 2 fails twice");
    expect(scenario("failure", { onFail: { retries: 0, exhausted: "escalate" } }).title).toBe("Step 2 fails once");
    expect(scenario("failure", { contracts: [] }).acts).toEqual([[{ exit: 1 }]]);
  });

  test("have a liar come to an end while attempts are left", () => {
    const done = expect.arrayContaining([{ write: { path: ".rehearsal/step-2", text: "done\n" } }]);
    expect(scenario("lie").acts).toEqual([
      [expect.objectContaining({ say: expect.any(String) })],
      expect.any(Array),
      done,
    ]);
    expect(scenario("lie", { onFail: { retries: 1, exhausted: "escalate" } }).acts).toEqual([expect.any(Array), done]);
  });

  test("say why one is not played", () => {
    expect(scenario("lie", { contracts: [] })).toMatchObject({
      why: "step 2 has no contract, so nothing but your own eyes would notice",
    });
    expect(scenario("trespass")).toMatchObject({ why: "the plan names no path that must not be touched" });
    expect(scenario("budget")).toMatchObject({ why: "the plan has no budget" });
  });

  test("scale a budget down to seconds, of which the steps need twice as many", () => {
    const { acts, ...told } = scenario("budget", {}, { budget: { usd: 5 } });
    expect(told).toMatchObject({ budget: { wallClock: 2 } });
    expect(acts[0]?.[0]).toEqual({ wait: "2s" });
  });

  test("have no budget, but for the one that is about it: nothing else ends them", () => {
    const [step, fields] = [{ budget: { usd: 1 } }, { budget: { wallClock: 1 } }];
    const others = SCENARIO_NAMES.filter((name) => name !== "budget").map((name) => scenario(name, step, fields));
    for (const each of others) if ("budget" in each) expect(each).toMatchObject({ budget: undefined });
    const plan = aPlan([aStep("a", step)], fields);
    const stand = standInPlan(plan, { title: "x", budget: undefined });
    expect([stand.budget, stand.steps[0]?.budget]).toEqual([undefined, undefined]);
  });

  test("are written as a script by step numbers", () => {
    expect(JSON.parse(scriptText({ acts: new Map([[2, [[{ say: "x" }]]]]) }))).toEqual({
      steps: { 2: [[{ say: "x" }]] },
    });
  });
});

describe("what must not be touched", () => {
  const fenced = (entries: string[], areas: string[] = []) => {
    const step = aStep("a", { files: { ...noFiles, mustNotTouch: entries.map((path) => ({ path })) } });
    return fencedPlace(aPlan([step], { protectedAreas: [{ name: "Pay", paths: areas }] }), step);
  };

  test("is what the step names, then what the plan protects", () => {
    expect(fenced(["a.js"], ["pay/"])?.entry).toBe("a.js");
    expect(fenced([], ["pay/"])?.entry).toBe("pay/");
    expect(fenced([])).toBeNull();
  });

  test.each(["pay/**", "src/**/*.sql", "pay*", "a?.js", "it's/**"])("is met by a path that %s covers", (entry) => {
    const path = /^p='(.*)'; if/.exec(fenced([entry])?.command ?? "")?.[1]?.replaceAll("'\\''", "'") ?? "";
    expect(path).not.toMatch(/[*?]/);
    expect(covers(entry, path)).toBe(true);
  });

  test("may be what another step must leave alone, which then is the one that fails", () => {
    const other = aStep("b", { number: 2, files: { ...noFiles, mustNotTouch: [{ path: "x.js" }] } });
    const plan = aPlan(["a", other]);
    expect(fencedPlace(plan, plan.steps[0] ?? other)?.at).toBe(other);
  });
});

describe("a stand-in", () => {
  test("keeps what decides how a plan moves, and replaces what decides whether the work is done", () => {
    const step = aStep("b <- a", {
      ...{ agent: "mine", target: "reviewer", estimatedTime: "2 hours", status: "done", failCount: 2 },
      ...{ onFail: { retries: 1, exhausted: "abort" }, contracts: [aContract(), aContract({ kind: "guards" })] },
      files: { ...noFiles, change: [{ path: "b.js" }] },
    });
    const plan = aPlan(["a", step], { mode: "autonomous", estimatedTotalTime: "3 hours", budget: { usd: 1 } });
    const stand = standInPlan(plan, { title: "lie: Sample", budget: { wallClock: 2 } });
    expect(stand).toMatchObject({
      title: "lie: Sample",
      status: "draft",
      mode: "autonomous",
      budget: { wallClock: 2 },
    });
    expect(stand).not.toHaveProperty("estimatedTotalTime");
    const { agent, target, estimatedTime, ...kept } = step;
    expect(stand.steps[1]).toEqual({
      ...{ ...kept, status: "pending", failCount: 0 },
      files: { ...step.files, add: [{ path: ".rehearsal/step-1" }] },
      contracts: [{ command: 'test "$(cat .rehearsal/step-1 2>/dev/null)" = done', exitCode: 0 }],
    });
  });

  test("has no contract where the step has none, and no file where it lists none", () => {
    const [step] = standInPlan(aPlan([aStep("a", { contracts: [] })]), { title: "x", budget: undefined }).steps;
    expect(step).toMatchObject({ contracts: [], files: noFiles });
  });
});

test("a person nods to what goes its way, and decides nothing", () => {
  expect(nod({ over: "checkpoint" })).toBe("accept");
  expect(nod({ over: "retry" })).toBe("retry");
  for (const over of ["exhausted", "question", "tampered", "template", "final"] as const)
    expect(nod({ over })).toBeNull();
});
