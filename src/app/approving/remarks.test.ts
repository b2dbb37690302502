import { expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Answer } from "./contracts-today.ts";
import { type Remarkable, remarks } from "./remarks.ts";

const remarked = (fields: Partial<Remarkable>) =>
  remarks({
    ...{
      plan: aPlan(["a", "b", "c"]),
      path: "docs/plan.md",
      diagnostics: [],
      plannerName: null,
      plannerReportsUsage: false,
      replaced: [],
      uncommitted: 0,
      shared: [],
    },
    sources: [{ path: "docs/plan.md", text: "a\nplan\nof four\nlines\n" }],
    workers: [{ name: "claude-code", steps: [1, 2, 3], told: null, reportsUsage: true }],
    forecast: {
      ...{ basis: "estimate", steps: 3, inSequence: 3, tokens: 45_000, seconds: 360, usd: 2 },
      earlier: { tokens: 0, seconds: 0 },
    },
    today: null,
    ...fields,
  });

const said = (fields: Partial<Remarkable> = {}): string[] => remarked(fields).map(({ message }) => message);

const warning = (code: string, message: string) =>
  ({ code, message, severity: "warning", why: "", span: { file: "docs/plan.md", start: 2, end: 3 } }) as const;

test("a plan that nothing speaks against has no remarks", () => {
  expect(said({ today: { trouble: null, answers: [{ step: 1, says: "pending" }] } })).toEqual([]);
});

test("what makes the result worthless comes first, what could be better last", () => {
  const answers: Answer[] = [
    { step: 1, says: "passes", isFirst: true, runsTests: false, mustProve: false },
    { step: 2, says: "lacks", tool: "ruff", remedy: "install it" },
    { step: 3, says: "untried" },
  ];
  expect(
    said({
      plan: aPlan(["a", "b", "c"], {
        protectedAreas: [
          { name: "Payment processing module", paths: [] },
          { name: "Ledger", paths: ["src/ledger/**"] },
        ],
        budget: { tokens: 20_000, usd: 1, wallClock: 60 },
      }),
      workers: [{ name: "scripted:a.yaml", steps: [1, 2, 3], told: null, reportsUsage: false }],
      diagnostics: [
        warning("PW405", "hm"),
        warning("PW304", "`ruff` is not on PATH here"),
        warning("PW304", "`mypy` is not on PATH here"),
        warning("PW601", "too much"),
      ],
      shared: [{ step: 1, path: "src/app.ts", other: { name: "plan/other", step: 2 } }],
      replaced: [
        { name: "codex", steps: [1, 3] },
        { name: "gemini", steps: [2] },
      ],
      uncommitted: 2,
      today: { trouble: null, answers },
    }),
  ).toEqual([
    "step 1's contract passes already, before any work: it proves nothing",
    "step 2's contract cannot run: `ruff` is not there; install it",
    "docs/plan.md:2: warning: `mypy` is not on PATH here [PW304]",
    "“Payment processing module” names no paths, so nothing keeps workers out of it; add paths such as `src/pay/**`",
    "plan/other, step 2, also changes src/app.ts",
    "the forecast is above the budget: 45k tokens (max 20k tokens), $2.00 (max $1.00), 6 minutes (max 60 seconds)",
    "scripted:a.yaml does not report what it uses: the limit on tokens and money cannot be kept",
    "--agent scripted:a.yaml instead of codex (steps 1, 3), gemini (step 2)",
    "2 uncommitted files are not part of it: the plan starts from the last commit",
    "docs/plan.md:2: warning: hm [PW405]",
    "not tried: step 3's contract: it would have taken too long",
  ]);
});

test("contracts that pass today are worth different words", () => {
  const passes = (step: number, runsTests: boolean): Answer => ({
    step,
    says: "passes",
    isFirst: step === 1,
    runsTests,
    mustProve: false,
  });
  const answers = [passes(1, true), passes(2, false), passes(3, false), passes(4, true)];
  expect(said({ today: { trouble: null, answers } })).toEqual([
    "step 1's contract passes already, before any work: only tests that this step adds can prove it",
    "contracts of steps 2, 3 pass already: they prove nothing, unless an earlier step breaks them first",
    "step 4's contract passes already: only tests that this step adds can prove it",
  ]);
  expect(said({ today: { trouble: null, answers: [passes(3, false)] } })).toEqual([
    "step 3's contract passes already: it proves nothing, unless an earlier step breaks it first",
  ]);
});

test("a tool that several contracts lack is named once, and trouble with the look is told", () => {
  const lacks = (step: number): Answer => ({ step, says: "lacks", tool: "pytest", remedy: "pip it" });
  const answers: Answer[] = [lacks(1), lacks(2), { step: 3, says: "untried" }];
  expect(said({ today: { trouble: "the set-up failed", answers } })).toEqual([
    "contracts of steps 1, 2 cannot run: `pytest` is not there; pip it",
    "not tried: step 3's contract: the set-up failed",
  ]);
});

test("what other plans write is one line for each of them", () => {
  const shared = ["a.ts", "b.ts", "c.ts", "d.ts"].map((path, index) => ({
    ...{ step: 1, path },
    other: { name: "plan/other", step: index < 2 ? 1 : 4 },
  }));
  const third = { step: 2, path: "a.ts", other: { name: "plan/third", step: 1 } };
  expect(said({ shared: [...shared, third] })).toEqual([
    "plan/other, steps 1, 4, also change a.ts, b.ts, c.ts and 1 more",
    "plan/third, step 1, also changes a.ts",
  ]);
});

test("a limit on time alone is kept whoever works, and a forecast within the budget is no remark", () => {
  const workers = [{ name: "command:./agent.sh", steps: [1], told: null, reportsUsage: false }];
  expect(said({ workers, plan: aPlan([aStep("a")], { budget: { wallClock: 3_600 } }) })).toEqual([]);
});

test("a limit of one step alone is kept unless its own worker says nothing", () => {
  const workers = [
    { name: "command:./agent.sh", steps: [1], told: null, reportsUsage: false },
    { name: "codex", steps: [2], told: null, reportsUsage: true },
  ];
  const limited = (number: number) =>
    aPlan([1, 2].map((each) => aStep(`${each}`, { number: each, ...(each === number && { budget: { usd: 1 } }) })));
  expect(said({ workers, plan: limited(2) })).toEqual([]);
  expect(said({ workers, plan: limited(1) })).toEqual([
    "command:./agent.sh does not report what it uses: the limit on money cannot be kept",
  ]);
});

test("a planner that says nothing about what it uses is told of as an agent is", () => {
  const plan = aPlan(["a"], { budget: { tokens: 60_000 } });
  const planner = { plannerName: "command:./planner.sh" };
  expect(said({ plan, ...planner })).toEqual([
    "command:./planner.sh does not report what it uses: the limit on tokens cannot be kept",
  ]);
  expect(said({ plan, ...planner, plannerReportsUsage: true })).toEqual([]);
  const workers = [{ name: "command:./planner.sh", steps: [1], told: null, reportsUsage: false }];
  expect(said({ plan, ...planner, workers })).toHaveLength(1);
});

test("the same warning in several places is one line", () => {
  const at = (start: number) => ({ ...warning("PW405", "hm"), span: { file: "docs/plan.md", start, end: start } });
  expect(said({ diagnostics: [at(0), warning("PW110", "so"), at(2)] })).toEqual([
    "docs/plan.md:1,2: warning: hm [PW405]",
    "docs/plan.md:2: warning: so [PW110]",
  ]);
});

test("of many warnings a few are shown, and how to see the others", () => {
  const diagnostics = ["a", "b", "c", "d", "e", "f", "g"].map((message) => warning("PW405", message));
  expect(remarked({ diagnostics }).slice(4)).toEqual([
    { message: "docs/plan.md:2: warning: e [PW405]", remedies: [] },
    {
      message: "… and 2 more warnings",
      remedies: [{ do: "verify", with: { plan: "docs/plan.md" }, why: "shows them" }],
    },
  ]);
});
