import { describe, expect, test } from "vitest";
import { aContract, aPlan, aStep, noFiles } from "../plan/a-plan.testkit.ts";
import type { Plan, Step } from "../plan/model.ts";
import { verdictOf } from "./change.ts";
import { comparePlans } from "./compare-plans.ts";
import { inWords } from "./in-words.ts";

/** The changes as lines: effect, area, what is told. */
const told = (before: Plan, after: Plan): string[] =>
  comparePlans(before, after).map(({ effect, area, told }) => `${effect} ${area}: ${told}`);
const toldOfPlan = (before: Partial<Plan>, after: Partial<Plan>): string[] =>
  told(aPlan(["a"], before), aPlan(["a"], after));
const toldOfStep = (before: Partial<Step>, after: Partial<Step>): string[] =>
  told(aPlan([aStep("a", before)]), aPlan([aStep("a", after)]));
const files = (fields: Partial<Record<keyof typeof noFiles, string[]>>) => ({
  files: {
    ...noFiles,
    ...Object.fromEntries(Object.entries(fields).map(([act, paths]) => [act, paths.map((path) => ({ path }))])),
  },
});

describe("steps", () => {
  const abc = [aStep("1", { title: "A" }), aStep("2", { title: "B" }), aStep("3", { title: "C" })];
  const numbered = (...steps: Step[]): Plan =>
    aPlan(steps.map((step, index) => ({ ...step, id: String(index + 1), number: index + 1 })));
  const [a, b, c] = abc as [Step, Step, Step];

  test("a removed step takes its contract with it, and the others are only renumbered", () => {
    expect(told(numbered(a, b, c), numbered(b, c))).toEqual([
      "loosens step: is removed, and its contract with it",
      "wording order: 2 steps have other numbers",
    ]);
  });

  test("a removed step without a contract is a change", () => {
    expect(told(numbered(a, { ...b, contracts: [] }), numbered(a))).toEqual(["changes step: is removed"]);
  });

  test("an added step is a change, and what it is granted loosens", () => {
    const added = { ...b, contracts: [], needs: ["network" as const], status: "done" as const };
    expect(told(numbered(a), numbered(added, a))).toEqual([
      "changes step: is added, and is done, without a contract",
      "loosens grants: is granted `network`",
      "wording order: 1 step has another number",
    ]);
  });

  test("a step that moves is one change, however many are renumbered by it", () => {
    expect(told(numbered(a, b, c), numbered(c, a, b))).toEqual(["changes order: now stands first"]);
    expect(told(numbered(a, b, c), numbered(b, c, a))).toEqual(["changes order: now stands after step 2 “C”"]);
  });

  test("a step that moves in the file only is wording", () => {
    const steps = ["a", "b <- a", "c <- b"].map((line) => aStep(line));
    expect(told(aPlan(steps), aPlan(steps.toReversed()))).toEqual([
      "wording order: now stands first, and is carried out in the same order",
      "wording order: now stands after step c “Do c”, and is carried out in the same order",
    ]);
  });

  test("a step that moves beside tracks is a change, even if the order stays", () => {
    const steps = [aStep("a"), aStep("b <- a"), aStep("c @ui <- b")];
    const [first, second, third] = steps as [Step, Step, Step];
    const fields = { complexity: "complex" } as const;
    expect(told(aPlan([first, second, third], fields), aPlan([second, first, third], fields))).toEqual([
      "changes order: now stands first",
    ]);
  });

  test("dependencies are compared by step, not by number", () => {
    const waiting = { ...c, dependsOn: ["2"] };
    expect(told(numbered(a, b, waiting), numbered(b, { ...waiting, dependsOn: ["1"] }))).toEqual([
      "loosens step: is removed, and its contract with it",
      "wording order: 2 steps have other numbers",
    ]);
    expect(told(numbered(a, b, waiting), numbered(a, b, { ...waiting, dependsOn: ["1", "9"] }))).toEqual([
      "changes order: now waits for step 1 “A”",
      "changes order: now waits for step 9",
      "changes order: no longer waits for step 2 “B”",
    ]);
  });

  test("a step keeps its identity when its title, its What or its number changes", () => {
    const reworded = { ...b, title: "Another title" };
    expect(told(numbered(a, b, c), numbered(a, reworded, c))).toEqual(["wording text: was called “B”"]);
    expect(told(numbered(a, b, c), numbered(a, c, reworded))).toContain("wording text: was called “B”");
  });

  test("a step keeps its identity when all but its title changes", () => {
    const other = { ...b, what: "Paint the fence.", contracts: [aContract({ command: "./paint" })] };
    expect(told(numbered(a, b, c), numbered(a, c, other))).toEqual([
      "changes order: now stands after step 1 “A”",
      "changes contract: its contract is another command; whether it proves as much cannot be told",
      "changes text: its What is rewritten: “2 is there.” is gone",
    ]);
  });

  test("among steps with one title, the one that says the same is the same", () => {
    const same = (what: string): Step => aStep("", { title: "Same", what, contracts: [aContract({ command: what })] });
    const [x, y, z] = [same("x"), same("y"), same("z")];
    expect(told(numbered(x, y, z), numbered(y, z))).toEqual([
      "loosens step: is removed, and its contract with it",
      "wording order: 2 steps have other numbers",
    ]);
  });

  test("a contract tells who a step is when no other step has it", () => {
    const other = { title: "Another title", what: "Other words altogether." };
    const own = { ...b, contracts: [aContract({ command: "npm run only-here" })] };
    expect(told(numbered(a, own, c), numbered(a, c, { ...own, ...other }))).toContain("wording text: was called “B”");
    expect(told(numbered(a, b, c), numbered(a, c, { ...b, ...other }))).toContain(
      "loosens step: is removed, and its contract with it",
    );
  });

  test("a step that shares only its number with another is another step", () => {
    const other = aStep("2", {
      title: "Paint the fence",
      what: "White.",
      contracts: [aContract({ command: "./paint" })],
    });
    expect(told(numbered(a, b), numbered(a, other))).toEqual([
      "loosens step: is removed, and its contract with it",
      "changes step: is added",
    ]);
  });

  test("a plan in another dialect is the same plan", () => {
    const inFolder = aPlan(
      abc.map((step, index) => ({ ...step, id: `task-0${index + 1}`, number: index + 1 })),
      { source: { dialect: "branch", path: ".plan" } },
    );
    expect(told(numbered(a, b, c), inFolder)).toEqual([]);
  });

  test("a done step that changes is told apart", () => {
    const done = { status: "done" as const };
    expect(toldOfStep(done, { ...done, what: "Another thing." })).toEqual([
      "changes step: was done already, and is another step now",
      "changes text: its What is rewritten: “a is there.” is gone",
    ]);
    expect(toldOfStep(done, { ...done, reason: "Because." })).toEqual(["wording text: its reason is new (1 line)"]);
  });
});

describe("contracts", () => {
  test("each of several has to pass", () => {
    const [x, y] = [aContract({ command: "x" }), aContract({ command: "y" })];
    expect(toldOfStep({ contracts: [x, y] }, { contracts: [y] })).toEqual([
      "loosens contract: its contract `x` is removed",
    ]);
    expect(toldOfStep({ contracts: [y] }, { contracts: [x, y] })).toEqual([
      "tightens contract: its contract `x` is new",
    ]);
    expect(toldOfStep({ contracts: [x, y] }, { contracts: [y, x] })).toEqual([
      "changes contract: its contracts run in another order",
    ]);
    expect(toldOfStep({ contracts: [x, x] }, { contracts: [x] })).toEqual([
      "loosens contract: its contract `x` is removed",
    ]);
  });

  test("are told with their step and both values", () => {
    const [before, after] = [aContract(), aContract({ command: "npm test || true" })];
    expect(comparePlans(aPlan([aStep("a")]), aPlan([aStep("a", { contracts: [after] })]))).toEqual([
      {
        effect: "loosens",
        subject: { kind: "step", before: "a", after: "a", title: "Do a" },
        area: "contract",
        told: "its contract can no longer fail: `|| true` swallows it",
        before,
        after,
      },
    ]);
  });
});

describe("protected areas", () => {
  const area = (name: string, ...paths: string[]) => ({ name, paths });
  test.each([
    [
      [area("Pay", "src/billing/", "src/pay/")],
      [area("Pay", "src/pay")],
      ["loosens: protected area “Pay” no longer covers `src/billing/`"],
    ],
    [[area("Pay", "src/pay/")], [area("Pay", "src/")], ["tightens: protected area “Pay” now covers `src/`"]],
    [[area("Pay", "src/")], [area("Pay", "src/pay")], ["loosens: protected area “Pay” no longer covers `src/`"]],
    [
      [area("Pay", "src/pay*")],
      [area("Pay", "src/pa*")],
      [
        "loosens: protected area “Pay” is no longer certain to cover `src/pay*`",
        "tightens: protected area “Pay” now covers `src/pa*`",
      ],
    ],
    [
      [area("Pay", "src/pay*"), area("B", "b")],
      [area("Pay"), area("B", "b")],
      ["loosens: protected area “Pay” no longer covers `src/pay*`", "changes: protected area “Pay” names no paths"],
    ],
    [[area("Pay", "src/pay/*.ts")], [area("Pay", "src/*")], ["tightens: protected area “Pay” now covers `src/*`"]],
    [
      [area("Pay", "src/a", "src/b")],
      [area("Money", "src/b", "src/a")],
      ["wording: protected area “Pay” is now called “Money”"],
    ],
    [
      [area("Pay", "src/a"), area("B", "b")],
      [area("All", "b", "src/a")],
      ["wording: protected areas are written differently"],
    ],
    [[area("The API")], [], ["changes: protected area “The API”, which named no paths, is gone"]],
    [[], [area("The API")], ["changes: protected area “The API” names no paths"]],
    [
      [area("Pay", "src/pay")],
      [area("Pay")],
      ["loosens: protected area “Pay” no longer covers `src/pay`", "changes: protected area “Pay” names no paths"],
    ],
  ])("%j become %j", (before, after, lines) => {
    expect(toldOfPlan({ protectedAreas: before }, { protectedAreas: after })).toEqual(
      lines.map((line) => line.replace(":", " protected-area:")),
    );
  });
});

describe("scope", () => {
  test.each([
    [{ change: ["a"] }, { change: ["a", "b"] }, ["loosens scope: may now change `b`"]],
    [{ change: ["src/"] }, { change: ["src/a"] }, ["tightens scope: may no longer change `src/`"]],
    [
      { change: ["a"] },
      { delete: ["a"] },
      ["tightens scope: may no longer change `a`", "loosens scope: may now delete `a`"],
    ],
    [{ add: ["a"] }, {}, ["loosens scope: no longer lists the files it may write: any will do"]],
    [{}, { add: ["a"] }, ["tightens scope: lists the files it may write: `a`"]],
    [{ mustNotTouch: ["a"] }, {}, ["loosens scope: is no longer kept from `a`"]],
    [
      { mustNotTouch: ["src/auth/", "docs"] },
      { mustNotTouch: ["src/auth/login.ts", "docs"] },
      ["loosens scope: is no longer kept from `src/auth/`: of that, it is kept from `src/auth/login.ts` only"],
    ],
    [
      { mustNotTouch: ["a"] },
      { mustNotTouch: ["", "b/"] },
      ["loosens scope: is no longer kept from `a`", "tightens scope: is now kept from `b/`"],
    ],
    [{}, { mustNotTouch: ["a"] }, ["tightens scope: is now kept from `a`"]],
    [{ change: ["a", "b"] }, { change: ["b", "./a"] }, ["wording scope: its files are listed in other words"]],
  ])("%j becomes %j", (before, after, lines) => {
    expect(toldOfStep(files(before), files(after))).toEqual(lines);
  });

  test("a note is wording", () => {
    const noted = { ...noFiles, change: [{ path: "a", note: "here" }] };
    expect(toldOfStep(files({ change: ["a"] }), { files: noted })).toEqual([
      "wording scope: its files are listed in other words",
    ]);
  });
});

describe("terms of the plan", () => {
  test.each([
    [
      { budget: { tokens: 10 } },
      { budget: { tokens: 2000 } },
      "loosens budget: the budget for tokens is raised from 10 to 2k",
    ],
    [
      { budget: { usd: 2 } },
      { budget: { usd: 1.5 } },
      "tightens budget: the budget for money is lowered from $2 to $1.5",
    ],
    [{ budget: { wallClock: 60 } }, {}, "loosens budget: the budget for time is dropped, it was 1m"],
    [{}, { budget: { wallClock: 60 } }, "tightens budget: the budget for time is new: 1m"],
    [{ mode: "interactive" }, { mode: "autonomous" }, "loosens policy: `mode` is “autonomous”, it was “interactive”"],
    [{ mode: "autonomous" }, {}, "tightens policy: `mode` is not given, it was “autonomous”"],
    [{}, { mode: "interactive" }, "wording policy: `mode` is “interactive”, it was not given, which means the same"],
    [{ strict: true }, {}, "loosens policy: `strict` is not given, it was “true”"],
    [{ strict: false }, { strict: true }, "tightens policy: `strict` is “true”, it was “false”"],
    [{ strict: false }, {}, "wording policy: `strict` is not given, it was “false”, which means the same"],
    [{}, { complexity: "complex" }, "changes policy: `complexity` is “complex”, it was not given"],
    [{}, { infrastructure: true }, "changes policy: `infrastructure` is “true”, it was not given"],
    [{}, { settings: { maxRetriesPerTask: 0 } }, "changes policy: `max_retries_per_task` is “0”, it was not given"],
    [
      {},
      { settings: { maxRetriesPerTask: 3 } },
      "wording policy: `max_retries_per_task` is “3”, it was not given, which means the same",
    ],
    [
      { settings: { verificationTimeout: 300 } },
      {},
      "wording policy: `verification_timeout` is not given, it was “5m”, which means the same",
    ],
    [{}, { settings: { verificationTimeout: 60 } }, "changes policy: `verification_timeout` is “1m”, it was not given"],
    [{}, { status: "draft" }, "changes state: the plan is draft, it was in-progress"],
    [{ what: "a" }, { what: "b" }, "changes text: the plan's What is rewritten: “a” is gone"],
    [
      { architecture: "- a\n- b" },
      { architecture: "- a\n- b\n- c\n" },
      "changes text: the architecture grew by 1 line",
    ],
    [{ architecture: "- a\n- b" }, { architecture: "- a" }, "changes text: the architecture lost 1 line at its end"],
    [
      { architecture: "a\nb\nc" },
      { architecture: "a\nx\nc" },
      "changes text: the architecture differs in 1 line: “b” is gone",
    ],
    [{ how: "a" }, {}, "changes text: the plan's How is gone"],
    [{ what: "a\nb" }, { what: "a  b" }, "wording text: the plan's What differs in white space only"],
    [{ title: "A" }, { title: "B", id: "b" }, "wording text: the plan was called “A”, now “B”"],
    [{}, { id: "b" }, "wording text: the plan's id was “sample”, now “b”"],
    [{}, { risks: ["x"] }, "wording text: the risks are new"],
    [{ risks: ["x"] }, {}, "wording text: the risks are gone"],
    [{ risks: ["x"] }, { risks: ["x", "y"] }, "wording text: the risks are listed differently"],
    [{ prerequisites: ["x"] }, {}, "wording text: the prerequisites are gone"],
    [
      { what: "Sign in with a link. Do not log user\ndata." },
      { what: "Sign in with\na link, at last. Be kind." },
      "changes text: the plan's What is rewritten: “Sign in with a link.” is gone",
    ],
    [
      { what: "Sign in. Do not log user\ndata.\n- Be kind." },
      { what: "Sign\nin.\n- Be kind." },
      "changes text: the plan's What is rewritten: “Do not log user data.” is gone",
    ],
    [
      { what: "Sign in." },
      { what: `Sign in. ${"Log all that you know. ".trim().slice(0, -1)}${" and more".repeat(9)}.` },
      "changes text: the plan's What is rewritten: “Log all that you know and more and more and more and more a…” is new",
    ],
    [{ how: "A. B." }, { how: "B. A." }, "changes text: the plan's How is rewritten"],
    [{}, { context: "x" }, "wording text: the context is new (1 line)"],
    [{}, { estimatedTotalTime: "1h" }, "wording text: the estimated time is new (1 line)"],
  ] satisfies [Partial<Plan>, Partial<Plan>, string][])("%j becomes %j", (before, after, line) => {
    expect(toldOfPlan(before, after)).toEqual([line]);
  });
});

describe("terms of a step", () => {
  test.each([
    [{}, { needs: ["network"] }, "loosens grants: is granted `network`"],
    [{ needs: ["network", "publish"] }, { needs: ["network"] }, "tightens grants: is no longer granted `publish`"],
    [
      { needs: ["network", "publish"] },
      { needs: ["publish", "network"] },
      "wording grants: lists its needs in another order",
    ],
    [{}, { target: "tester" }, "changes grants: is for “tester”, it was for “developer”"],
    [{}, { target: "coder" }, "wording grants: spells its target “developer” differently"],
    [{}, { agent: "codex" }, "changes grants: its `agent` is “codex”, it was not given"],
    [
      {},
      { onFail: { retries: 1, exhausted: "abort" } },
      "changes policy: its `on_fail` is “retry(1), then abort”, it was not given",
    ],
    [
      { onFail: { retries: 2, exhausted: "escalate" } },
      {},
      "wording policy: its `on_fail` is not given, it was “retry(2), then escalate”, which means the same",
    ],
    [{}, { workTimeout: 3600 }, "changes policy: its `work_timeout` is “1h”, it was not given"],
    [{}, { budget: { usd: 2 } }, "tightens budget: its budget for money is new: $2"],
    [{ budget: { usd: 2 } }, { budget: { usd: 3 } }, "loosens budget: its budget for money is raised from $2 to $3"],
    [{}, { workTimeout: 60 }, "changes policy: its `work_timeout` is “1m”, it was not given"],
    [{}, { track: "ui" }, "changes order: its `track` is “ui”, it was not given"],
    [{}, { template: "3–N" }, "changes step: its `template` is “3–N”, it was not given"],
    [{}, { subscriptions: [{ kind: "file", name: "a" }] }, "changes text: is told about `file:a`"],
    [{ toolsNeeded: ["a", "b"] }, { toolsNeeded: ["b", "a"] }, "wording text: lists its tools in another order"],
    [{ how: "a" }, { how: "a\nb\nc\nd" }, "changes text: its How grew by 3 lines"],
    [{}, { acceptsWhen: "It works." }, "changes text: its Accepts when is new (1 line)"],
    [{}, { expected: "12 passed" }, "changes text: its Expected is new (1 line)"],
    [{}, { subtasks: [{ text: "x", done: false }] }, "changes text: its checklist is new (1 line)"],
    [
      { subtasks: [{ text: "x", done: false }] },
      { subtasks: [{ text: "x", done: true }] },
      "changes state: its checklist is ticked differently",
    ],
    [{}, { status: "active" }, "changes state: is active, it was pending"],
    [{}, { failCount: 2 }, "changes state: its fail count is 2, it was 0"],
    [{}, { result: "Done." }, "changes state: its result is new (1 line)"],
    [{}, { estimatedTime: "1h" }, "wording text: its estimate is new (1 line)"],
  ] satisfies [Partial<Step>, Partial<Step>, string][])("%j becomes %j", (before, after, line) => {
    expect(toldOfStep(before, after)).toEqual([line]);
  });
});

describe("a policy follows from the step and its plan", () => {
  const policy = (before: [Partial<Plan>, Partial<Step>], after: [Partial<Plan>, Partial<Step>]): string[] => {
    const [then, now] = [before, after].map(([plan, step]) => aPlan([aStep("a", step)], plan));
    return comparePlans(then as Plan, now as Plan).map(({ effect, told }) => `${effect}: ${told}`);
  };
  const retry = (retries: number): Partial<Step> => ({ onFail: { retries, exhausted: "escalate" } });
  const most = (maxRetriesPerTask: number): Partial<Plan> => ({ settings: { maxRetriesPerTask } });

  test("where the plan allows fewer attempts than the step asks for, the step's number means nothing", () => {
    expect(policy([most(2), retry(4)], [most(2), {}])).toEqual([
      "wording: its `on_fail` is not given, it was “retry(4), then escalate”, which means the same",
    ]);
    expect(policy([most(5), retry(2)], [most(5), {}])).toEqual([
      "changes: its `on_fail` is not given, it was “retry(2), then escalate”",
    ]);
  });

  test("a setting means the same when every step is tried as often", () => {
    expect(policy([{}, retry(1)], [most(9), retry(1)])).toEqual([
      "wording: `max_retries_per_task` is “9”, it was not given, which means the same",
    ]);
    expect(policy([{}, retry(4)], [most(3), retry(4)])).toEqual([
      "changes: `max_retries_per_task` is “3”, it was not given",
    ]);
  });
});

describe("the verdict", () => {
  const verdict = (before: Partial<Plan>, after: Partial<Plan>) =>
    verdictOf(comparePlans(aPlan(["a"], before), aPlan(["a"], after)));

  test("is the gravest effect", () => {
    expect(verdict({}, {})).toBe("same");
    expect(verdict({}, { title: "B" })).toBe("wording");
    expect(verdict({}, { title: "B", strict: true })).toBe("tightens");
    expect(verdict({}, { strict: true, what: "x" })).toBe("changes");
    expect(verdict({}, { strict: true, what: "x", mode: "autonomous" })).toBe("loosens");
  });
});

describe("in words", () => {
  const words = (after: Plan) => inWords("a.md", "b.md", comparePlans(aPlan(["a", "b"]), after));

  test("says when there is nothing to say", () => {
    expect(words(aPlan(["a", "b"]))).toBe("a.md → b.md: no difference\n");
  });

  test("groups, what loosens first", () => {
    const after = aPlan([aStep("b", { contracts: [aContract({ command: "true" })] }), "c"], {
      title: "New",
      strict: true,
    });
    expect(words(after)).toMatchInlineSnapshot(`
      "a.md → b.md: 5 changes, 2 loosen

      loosens
        step a “Do a”: is removed, and its contract with it
        step b “Do b”: its contract can no longer fail: \`true\` always succeeds
      changes
        step c “Do c”: is added
      tightens
        \`strict\` is “true”, it was not given
      wording
        the plan was called “Sample”, now “New”
      "
    `);
  });

  test("prints nothing a terminal would obey", () => {
    const hostile = "\u001b[2J\u202e\n";
    const changes = comparePlans(
      aPlan([aStep("a")]),
      aPlan([
        aStep("a", {
          title: hostile,
          files: { ...noFiles, change: [{ path: hostile }] },
          contracts: [aContract({ command: `x${hostile}` })],
        }),
      ]),
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(inWords(hostile, hostile, changes).replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});

test("a thousand steps that all moved, changed and were renumbered are compared at once", () => {
  const many = (prefix: string): Step[] =>
    Array.from({ length: 1000 }, (_, index) =>
      aStep(`${prefix}${index}`, {
        number: index,
        title: `Step ${prefix === "a" ? index : 999 - index}`,
        contracts: [aContract({ command: `x${index} && y` })],
        dependsOn: index > 0 ? [`${prefix}${index - 1}`] : [],
      }),
    );
  expect(comparePlans(aPlan(many("a")), aPlan(many("b"))).length).toBeGreaterThan(2000);
});
