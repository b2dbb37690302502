import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseJson } from "./parse.ts";

const parse = (text: string, path = "plan.json") => parseJson({ root: path, files: [{ path, text }] });
const parseValue = (value: unknown) => parse(JSON.stringify(value, null, 2));

/** Codes with the words they point at. */
function faultsIn(text: string, path = "plan.json"): string[] {
  return parse(text, path).diagnostics.map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`);
}

const faultsOf = (value: unknown) => faultsIn(JSON.stringify(value));

describe("a plan", () => {
  test("is read as agents are told to write it", () => {
    const { plan, diagnostics } = parse(`{
    "goal": "Clear objective statement",
    "steps": [
      {
        "step_number": 1,
        "action": "What will be done",
        "reason": "Why this is necessary",
        "tools_needed": ["list", "of", "tools"],
        "estimated_time": "rough estimate"
      }
    ],
    "estimated_total_time": "total estimate",
    "risks": ["potential issues"],
    "prerequisites": ["things user should prepare"]
  }`);
    expect(diagnostics).toEqual([]);
    expect(plan).toMatchObject({
      id: "clear-objective-statement",
      title: "Clear objective statement",
      what: "Clear objective statement",
      status: "draft",
      estimatedTotalTime: "total estimate",
      risks: ["potential issues"],
      prerequisites: ["things user should prepare"],
      steps: [
        {
          id: "1",
          number: 1,
          title: "What will be done",
          what: "What will be done",
          reason: "Why this is necessary",
          toolsNeeded: ["list", "of", "tools"],
          estimatedTime: "rough estimate",
        },
      ],
    });
  });

  test("needs no more than a goal and steps with an action", () => {
    const { plan, diagnostics } = parseValue({ goal: "Tidy up", steps: [{ action: "Sweep." }, { action: "Mop." }] });
    expect(diagnostics).toEqual([]);
    expect(plan.steps.map(({ id, number, title }) => [id, number, title])).toEqual([
      ["1", 1, "Sweep"],
      ["2", 2, "Mop"],
    ]);
  });

  test("says the rest under `planwright`", () => {
    const { plan, diagnostics } = parseValue({
      goal: "Tidy up",
      steps: [
        { action: "Sweep.", planwright: { id: "sweep" } },
        {
          action: "\n\n  Mop.\r\nTwice.\n \n",
          planwright: {
            title: "Mop it",
            how: "With water.",
            subtasks: ["Fetch water", { text: "Fetch the mop", done: true }],
            template: "2–N",
            result: "Clean",
            accepts_when: "It shines.",
            expected: "No dust",
            files: { change: ["floor.md", { path: "mop.md", note: "wet" }], must_not_touch: ["walls/"] },
            contract: { command: "npm test", exit_code: 3, stdout: { contains: "ok" }, timeout: "5m", kind: "guards" },
            status: "active",
            fail_count: 2,
            target: "coder",
            depends_on: ["sweep"],
            subscriptions: ["file:floor.md"],
            needs: ["network"],
            on_fail: "retry(1), then abort",
            work_timeout: "20m",
            budget: "$2",
          },
        },
      ],
      planwright: {
        title: "A tidy house",
        what: "Everything clean.",
        architecture: "Top to bottom.",
        how: "Room by room.",
        status: "approved",
        owner: "me",
        mode: "autonomous",
        infrastructure: true,
        budget: "max 200k tokens",
        max_retries_per_task: 3,
        verification_timeout: "5m",
        protected_areas: [{ name: "Attic", paths: ["attic/**"] }, "Cellar"],
      },
    });
    expect(diagnostics).toEqual([]);
    expect(plan).toMatchObject({
      id: "a-tidy-house",
      title: "A tidy house",
      what: "Everything clean.",
      architecture: "Top to bottom.",
      how: "Room by room.",
      status: "approved",
      owner: "me",
      mode: "autonomous",
      infrastructure: true,
      budget: { tokens: 200_000 },
      settings: { maxRetriesPerTask: 3, verificationTimeout: 300 },
      protectedAreas: [
        { name: "Attic", paths: ["attic/**"] },
        { name: "Cellar", paths: [] },
      ],
    });
    expect(plan.steps[1]).toEqual({
      id: "2",
      number: 2,
      title: "Mop it",
      what: "  Mop.\nTwice.",
      how: "With water.",
      subtasks: [
        { text: "Fetch water", done: false },
        { text: "Fetch the mop", done: true },
      ],
      template: "2–N",
      result: "Clean",
      acceptsWhen: "It shines.",
      expected: "No dust",
      files: {
        change: [{ path: "floor.md" }, { path: "mop.md", note: "wet" }],
        add: [],
        delete: [],
        mustNotTouch: [{ path: "walls/" }],
      },
      contracts: [
        { command: "npm test", exitCode: 3, stdout: { kind: "contains", text: "ok" }, timeout: 300, kind: "guards" },
      ],
      status: "active",
      failCount: 2,
      target: "coder",
      dependsOn: ["sweep"],
      subscriptions: [{ kind: "file", name: "floor.md" }],
      needs: ["network"],
      onFail: { retries: 1, exhausted: "abort" },
      workTimeout: 1200,
      budget: { usd: 2 },
      toolsNeeded: [],
    });
  });

  test("points at every value", () => {
    const text = `{ "goal": "Tidy \\"up\\"", "steps": [ { "step_number": 1, "action": "\\nSweep.",
      "planwright": { "contract": "cd \\"a b\\" &&\\tmake", "depends_on": ["x", 7] } } ] }`;
    const { at, within, plan } = parse(text);
    const shown = (pointer: string) => text.slice(at(pointer).start, at(pointer).end);
    expect(shown("")).toBe("{");
    expect(shown("/title")).toBe('Tidy \\"up\\"');
    expect(shown("/steps")).toBe("[");
    expect(shown("/steps/0")).toBe("{");
    expect(shown("/steps/0/number")).toBe("1");
    expect(shown("/steps/0/what")).toBe("\\nSweep.");
    const sweep = within("/steps/0/what", 0, 5);
    expect(text.slice(sweep.start, sweep.end)).toBe("Sweep");
    expect(shown("/steps/0/contracts/0")).toBe("contract");
    expect(shown("/steps/0/dependsOn/0")).toBe("x");
    expect(shown("/steps/0/dependsOn/1")).toBe("7");
    const command = plan.steps[0]?.contracts[0]?.command ?? "";
    expect(command).toBe('cd "a b" &&\tmake');
    const make = within("/steps/0/contracts/0/command", command.indexOf("make"), command.length);
    expect(text.slice(make.start, make.end)).toBe("make");
  });

  test("takes null, and a remark without words, for something that is not there", () => {
    const { plan, diagnostics } = parseValue({
      goal: "Tidy up",
      steps: [{ action: "Sweep.", reason: "", estimated_time: null, tools_needed: [], planwright: null }],
      risks: "None",
      prerequisites: ["", "A broom, a mop"],
      estimated_total_time: " ",
    });
    expect(diagnostics).toEqual([]);
    expect(plan).toMatchObject({ risks: [], prerequisites: ["A broom, a mop"] });
    expect(plan).not.toHaveProperty("estimatedTotalTime");
    expect(plan.steps[0]).not.toHaveProperty("reason");
    expect(parseValue({ goal: "x", steps: [], risks: ["Nothing", "Rain"] }).plan.risks).toEqual(["Nothing", "Rain"]);
  });

  test("is read as its page shows it", () => {
    const page = readFileSync("docs/dialects/json.md", "utf8");
    const plans = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = ""]) => parse(text));
    expect(plans.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    expect(plans.map(({ plan }) => plan.steps.length)).toEqual([1, 1]);
  });

  test("counts on where a step has no number", () => {
    const { plan } = parseValue({ goal: "x", steps: [{ step_number: 4, action: "a" }, { action: "b" }] });
    expect(plan.steps.map(({ number }) => number)).toEqual([4, 5]);
  });
});

describe("one slip is one fault:", () => {
  const step = { action: "Sweep." };

  test.each([
    ["no goal", { steps: [step] }, ["PW109 {"]],
    ["no steps", { goal: "x" }, ["PW109 {"]],
    ["an empty goal", { goal: " ", steps: [step] }, ["PW105 goal"]],
    ["steps that are an object", { goal: "x", steps: { one: step } }, ["PW105 {"]],
    ["steps that are a text", { goal: "x", steps: "sweep" }, ["PW105 sweep"]],
    ["a step that is a text", { goal: "x", steps: ["sweep", step] }, ["PW105 sweep"]],
    ["a step that is a list", { goal: "x", steps: [[step]] }, ["PW105 ["]],
    ["a step that is null", { goal: "x", steps: [null] }, ["PW105 null"]],
    ["a step that is a number", { goal: "x", steps: [7] }, ["PW105 7"]],
    ["a step without an action", { goal: "x", steps: [{ reason: "y" }] }, ["PW109 {"]],
    ["an action that is a list", { goal: "x", steps: [{ action: ["y"] }] }, ["PW105 ["]],
    ["a misspelt goal", { gaol: "x", steps: [step] }, ["PW104 gaol"]],
    ["another case", { Goal: "x", steps: [step] }, ["PW104 Goal"]],
    ["a misspelt number", { goal: "x", steps: [{ "step-number": 1, ...step }] }, ["PW104 step-number"]],
    ["a number too large", { goal: "x", steps: [{ step_number: 1e7, ...step }] }, ["PW105 10000000"]],
    ["a negative number", { goal: "x", steps: [{ step_number: -1, ...step }] }, ["PW105 -1"]],
    ["a field nobody knows", { goal: "x", steps: [step], constructor: 1 }, ["PW104 constructor"]],
    ["`planwright` as a text", { goal: "x", steps: [{ ...step, planwright: "y" }] }, ["PW105 y"]],
    [
      "a contract without a command",
      { goal: "x", steps: [{ ...step, planwright: { contract: {} } }] },
      ["PW109 contract"],
    ],
    ["a contract as a list", { goal: "x", steps: [{ ...step, planwright: { contract: ["y"] } }] }, ["PW105 ["]],
    ["a subtask that says nothing", { goal: "x", steps: [{ ...step, planwright: { subtasks: [{}] } }] }, ["PW105 {"]],
    ["a dependency as an object", { goal: "x", steps: [{ ...step, planwright: { depends_on: {} } }] }, ["PW105 {"]],
    ["a risk that is an object", { goal: "x", steps: [step], risks: [{ a: 1 }] }, ["PW105 {"]],
  ])("%s", (_, value, expected) => {
    expect(faultsOf(value)).toEqual(expected);
  });

  test("a number beyond all numbers", () => {
    expect(faultsIn('{"goal": "x", "steps": [{"step_number": 1e999, "action": "y"}]}')).toEqual(["PW105 1e999"]);
  });

  test("a name used twice, whether it exists or not, at any depth", () => {
    expect(faultsIn('{"goal": "x", "goal": "y", "steps": []}')).toEqual(["PW103 goal"]);
    expect(faultsIn('{"goal": "x", "steps": [{"action": "a", "action": null}]}')).toEqual(["PW103 action"]);
    expect(faultsIn('{"goal": "x", "steps": [], "odd": 1, "odd": 2}')).toEqual(["PW103 odd", "PW104 odd"]);
    const deep =
      '{"goal":"x","steps":[{"action":"a","planwright":{"contract":{"command":"make","stdout":{"contains":"a","contains":"b"}}}}]}';
    expect(faultsIn(deep)).toEqual(["PW103 contains"]);
  });

  test("a name used 300,000 times is told each time", () => {
    const text = `{"goal": "x", "steps": []${',"goal":1'.repeat(300_000)}}`;
    expect(parse(text).diagnostics).toHaveLength(300_000);
  });

  test("`__proto__` is a name like any other", () => {
    expect(faultsIn('{"goal": "x", "steps": [], "__proto__": {"goal": "y"}}')).toEqual(["PW104 __proto__"]);
    expect(faultsIn('{"goal": "x", "steps": [], "planwright": {"toString": 1}}')).toEqual(["PW104 toString"]);
  });

  test("a field that belongs under `planwright` is told so, and read", () => {
    const { plan, diagnostics } = parseValue({
      goal: "x",
      steps: [{ ...step, contract: "make test" }],
      status: "done",
    });
    expect(diagnostics.map(({ code, help }) => `${code} ${help}`)).toEqual([
      'PW104 put it under `planwright`: `"planwright": { "status": … }`',
      'PW104 put it under `planwright`: `"planwright": { "contract": … }`',
    ]);
    expect(plan.steps[0]?.contracts[0]?.command).toBe("make test");
    expect(plan.status).toBe("done");
  });

  test("one that stands there as well counts from there", () => {
    const both = { ...step, target: "tester", planwright: { target: "coder" } };
    const { plan, diagnostics } = parseValue({ goal: "x", steps: [both] });
    expect(diagnostics.map(({ code }) => code)).toEqual(["PW104"]);
    expect(plan.steps[0]?.target).toBe("coder");
  });

  test("a contract that may be hidden is not missed", () => {
    expect(parseValue({ goal: "x", steps: [{ ...step, planwright: [] }] }).has("/steps/0/contracts/0")).toBe(true);
    expect(parseValue({ goal: "x", steps: [step] }).has("/steps/0/contracts/0")).toBe(false);
  });

  test("broken JSON is told once, and hides what is missing", () => {
    const { diagnostics, isWhole } = parse('{"goal": "x", "steps": [{"action": }], \'a\': 1');
    expect(diagnostics.map(({ code }) => code)).toEqual(["PW122"]);
    expect(isWhole).toBe(false);
  });

  test("all commas behind a last entry are one fault with one fix", () => {
    const { diagnostics, plan } = parse('{"goal": "x", "steps": [{"action": "y",},],}');
    expect(diagnostics).toMatchObject([{ code: "PW122", fix: { edits: [{ text: "" }, { text: "" }, { text: "" }] } }]);
    expect(plan.steps).toHaveLength(1);
  });

  test("text behind the end of a file", () => {
    expect(faultsIn('{"goal": "x", "steps": []}}\n')).toEqual(["PW122 }"]);
    expect(faultsIn('{"goal": "x", "steps": []}\nand so on\n')).toEqual(["PW122 and so on"]);
  });

  test("no plan at all", () => {
    expect(faultsIn("", "reply.txt")).toEqual(["PW109 "]);
    expect(faultsIn('[{"goal": "x", "steps": []}]')).toEqual(["PW105 ["]);
  });
});
