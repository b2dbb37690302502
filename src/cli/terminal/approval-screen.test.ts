import { expect, test } from "vitest";
import { approvalScreen } from "./approval-screen.ts";

type Shown = Parameters<typeof approvalScreen>[0];
type Step = Shown["plan"]["steps"][number];

const screenOf = (found: Shown, size: { width?: number; height?: number } = {}): string =>
  approvalScreen(found, { paint: (_, text) => text, width: 80, height: 24, ...size });

/** A plan that a person is about to approve. */
const found = (steps: readonly Step[], plan: Partial<Shown["plan"]> = {}, more: Partial<Shown> = {}): Shown => ({
  path: "docs/plan.md",
  plan: {
    ...{ id: "words", title: "Words", status: "draft", settings: {}, what: "" },
    ...{ protectedAreas: [], risks: [], prerequisites: [], source: { dialect: "steps", path: "plan.md" } },
    ...{ steps: [...steps], ...plan },
  },
  diagnostics: [],
  sources: [{ path: "docs/plan.md", text: "a\nplan\nof four\nlines\n" }],
  base: { branch: "main", commit: "1234567890abcdef" },
  workers: [{ name: "command:./agent.sh", steps: steps.map(({ number }) => number), told: null, reportsUsage: false }],
  ...{
    replaced: [],
    mode: "autonomous",
    inPlace: false,
    uncommitted: 0,
    shared: [],
    today: null,
    contractNetwork: "granted",
    plannerName: null,
    plannerReportsUsage: false,
  },
  forecast: { ...{ basis: "estimate", steps: 1, inSequence: 1, tokens: 15_000, seconds: 120 }, earlier: NOTHING },
  ...more,
});

const NOTHING = { tokens: 0, seconds: 0 };

const step = (number: number, command: string, more: Partial<Step> = {}): Step => ({
  ...{ id: `${number}`, number, title: `Step ${number}`, status: "pending", failCount: 0, what: "Do it." },
  ...{ dependsOn: [], subscriptions: [], subtasks: [], toolsNeeded: [], needs: [] },
  files: { change: [], add: [], delete: [], mustNotTouch: [] },
  contracts: [{ command, exitCode: 0 }],
  ...more,
});

const files = {
  change: [{ path: "a.txt" }, { path: "b.txt" }],
  add: [{ path: "c.txt" }],
  delete: [],
  mustNotTouch: [],
};
const many = Array.from({ length: 30 }, (_, index) => step(index + 1, "true", { files }));

test("says what will be done, how it is judged, where it begins and where the plan lies", () => {
  const steps = [step(1, "\nset -o pipefail\nnpm test\nnpm run lint\n", { files }), step(2, "true", { contracts: [] })];
  expect(screenOf(found(steps, {}, { uncommitted: 2 }))).toMatchInlineSnapshot(`
    "Words

      1. Step 1
         $ set -o pipefail … (3 lines)
         changes a.txt, b.txt; adds c.txt
      2. Step 2
         no contract: you will be asked

    plan       docs/plan.md, 4 lines
    base       main at 1234567890
    agent      command:./agent.sh
    mode       autonomous: asks only where it must
    branch     plan/words, in a work tree of its own

    before you decide
    · 2 uncommitted files are not part of it: the plan starts from the last commit

    "
  `);
});

test("the number of a contract's lines is seen however long its first line is", () => {
  const screen = screenOf(found([step(1, `echo ${"x".repeat(100)}\ntrue`)]));
  expect(screen).toMatch(/^ {5}\$ echo x+… … \(2 lines\)$/m);
});

test("a long plan keeps to the screen, and says where the rest of it is", () => {
  const lines = screenOf(found(many)).split("\n");
  // One line is left for the question, which stands where the last line break has led.
  expect(lines).toHaveLength(24);
  expect(lines).toContain("  … and 47 more lines; docs/plan.md holds all of them");
  expect(lines.join("\n")).not.toContain("a.txt");
  expect(screenOf(found(many), { height: 200 })).toContain("changes a.txt");
});

test("protected areas have a few lines of their own", () => {
  const protectedAreas = [{ name: "Payments", paths: Array.from({ length: 40 }, (_, index) => `src/pay-${index}/**`) }];
  const lines = screenOf(found([step(1, "true")], { protectedAreas })).split("\n");
  const first = lines.findIndex((line) => line.startsWith("protected  src/pay-0/**, "));
  expect(lines.slice(first, first + 4)).toEqual([
    expect.stringMatching(/\*\*,$/),
    expect.stringMatching(/^ {11}src\/pay/),
    expect.stringMatching(/^ {11}src\/pay.*…$/),
    "",
  ]);
});

test("a detached head and a plan from the person's words are told as such", () => {
  const screen = screenOf(found([step(1, "true")], {}, { base: { branch: null, commit: "f".repeat(40) }, path: null }));
  expect(screen).toContain("\nplan       written from your words; it will lie in its branch\n");
  expect(screen).toContain("\nbase       no branch at ffffffffff\n");
});

test("what an approval grants and what the plan may cost are told with the other conditions", () => {
  const steps = [step(1, "true", { needs: ["network"] }), step(2, "true", { needs: ["publish"] })];
  const budget = { tokens: 200_000, usd: 1.5, wallClock: 1_200 };
  const forecast = { basis: "history", steps: 2, inSequence: 2, tokens: 60_000, seconds: 360 } as const;
  const workers = [{ name: "codex", steps: [1, 2], told: null, reportsUsage: true }];
  const more = { forecast: { ...forecast, earlier: { tokens: 14, seconds: 14 } }, workers };
  expect(screenOf(found(steps, { budget }, more))).toMatchInlineSnapshot(`
    "Words

      1. Step 1
         $ true
      2. Step 2
         $ true

    plan       docs/plan.md, 4 lines
    base       main at 1234567890
    agent      codex
    mode       autonomous: asks only where it must
    branch     plan/words, in a work tree of its own
    grants     step 2 may publish: the branch is pushed and a pull request opened;
               its contracts may use your log-in there
    grants     steps 1, 2: their contracts may use the network
    budget     max 200k tokens, $1.50, 20 minutes; forecast 60k tokens, 6 minutes
               from 14 earlier steps here

    "
  `);
});

test("the budgets of steps stand below the plan's, or alone", () => {
  const steps = [step(1, "true", { budget: { usd: 0.5 } }), step(2, "true", { budget: { wallClock: 600 } })];
  const workers = [{ name: "codex", steps: [1, 2], told: null, reportsUsage: true }];
  const ofSteps = "step 1: max $0.50; step 2: max 10 minutes\n";
  expect(screenOf(found(steps, {}, { workers }))).toContain(`\nbudget     ${ofSteps}`);
  expect(screenOf(found(steps, { budget: { usd: 2 } }, { workers }))).toMatch(
    new RegExp(`\nbudget     max \\$2\\.00; forecast [^\n]*\n([^\n]*\n)?           ${ofSteps.replaceAll("$", "\\$")}`),
  );
});

test("the budget is yellow when the forecast is above it, and a forecast without a budget is dim", () => {
  const tones = (shown: Shown): string =>
    approvalScreen(shown, { paint: (tone, text) => `<${tone}>${text}`, width: 100, height: 24 });
  const steps = [step(1, "true")];
  expect(tones(found(steps, { budget: { wallClock: 60 } }))).toContain("<yellow>budget     max 60 seconds; forecast");
  expect(tones(found(steps, { budget: { wallClock: 600 } }))).toMatch(/^budget {5}max 10 minutes; forecast/m);
  const { forecast } = found(steps);
  const known = { forecast: { ...forecast, earlier: { tokens: 0, seconds: 5 } } };
  expect(tones(found(steps, {}, known))).toContain("<dim>budget     no limit; forecast");
  expect(tones(found(steps))).not.toContain("budget");
});

test("what speaks against it stands in one block above the question, however long the plan is", () => {
  const today: Shown["today"] = {
    trouble: null,
    answers: [
      { step: 1, says: "passes", isFirst: true, runsTests: false, mustProve: false },
      { step: 2, says: "lacks", tool: "pytest", remedy: "python3 -m pip install pytest" },
      { step: 3, says: "untried" },
    ],
  };
  const protectedAreas = [{ name: "Payment processing module", paths: [] }];
  const shared = [{ step: 1, path: "src/app.ts", other: { name: "plan/other", step: 2 } }];
  const screen = screenOf(
    found(many, { protectedAreas, budget: { tokens: 1_000 } }, { today, shared, uncommitted: 1 }),
  );
  expect(screen.slice(screen.indexOf("before you decide"))).toMatchInlineSnapshot(`
    "before you decide
    · step 1's contract passes already, before any work: it proves nothing
    · step 2's contract cannot run: \`pytest\` is not there; python3 -m pip install
      pytest
    · “Payment processing module” names no paths, so nothing keeps workers out of
      it; add paths such as \`src/pay/**\`
    · plan/other, step 2, also changes src/app.ts
    · the forecast is above the budget: 15k tokens (max 1k tokens)
    · command:./agent.sh does not report what it uses: the limit on tokens cannot
      be kept
    · 1 uncommitted file is not part of it: the plan starts from the last commit
    · not tried: step 3's contract: it would have taken too long

    "
  `);
  expect(screen).toContain("  … and 57 more lines; docs/plan.md holds all of them\n");
});

test("of more remarks than fit on a screen the heaviest are seen", () => {
  const shared = Array.from({ length: 40 }, (_, index) => ({
    ...{ step: 1, path: "src/app.ts" },
    other: { name: `plan/other-${index}`, step: 1 },
  }));
  const lines = screenOf(found([step(1, "true")], {}, { shared, uncommitted: 1 })).split("\n");
  expect(lines.slice(lines.indexOf("before you decide"))).toHaveLength(23);
  expect(lines).toContain("… and 22 more lines, which weigh less");
});

test("several agents are shown with their steps", () => {
  const workers = [
    { name: "codex", steps: [1, 3], told: "Codex, over ACP", reportsUsage: true },
    { name: "command:./agent.sh", steps: [2], told: null, reportsUsage: false },
  ];
  const screen = screenOf(found([step(1, "true"), step(2, "true"), step(3, "true")], {}, { workers }));
  expect(screen).toContain("\nagent      steps 1, 3: codex (Codex, over ACP)\nagent      step 2: command:./agent.sh\n");
});
