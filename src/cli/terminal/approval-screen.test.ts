import { expect, test } from "vitest";
import { approvalScreen, remarks } from "./approval-screen.ts";

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
  workers: [{ name: "command:./agent.sh", steps: [], told: null }],
  ...{ replaced: [], mode: "autonomous", inPlace: false, uncommitted: 0 },
  ...more,
});

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
    2 uncommitted files are not part of it: the plan begins with the last commit

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

test("what the run does not honour yet is one line each", () => {
  const steps = [step(1, "true"), step(2, "true", { needs: ["network"] })];
  expect(remarks(found(steps, { budget: { usd: 1.5 } }))).toEqual([
    "the budget is not watched yet: nothing stops when it is used up",
    "step 2 needs the network, which contracts are not given yet",
  ]);
  expect(remarks(found([step(1, "true")]))).toEqual([]);
});

test("several agents are shown with their steps", () => {
  const workers = [
    { name: "codex", steps: [1, 3], told: "Codex, over ACP" },
    { name: "command:./agent.sh", steps: [2], told: null },
  ];
  const screen = screenOf(found([step(1, "true"), step(2, "true"), step(3, "true")], {}, { workers }));
  expect(screen).toContain("\nagent      steps 1, 3: codex (Codex, over ACP)\nagent      step 2: command:./agent.sh\n");
});

test("agents that the steps name and the command replaces are told in one line", () => {
  const workers = [{ name: "claude-code", steps: [1, 2, 3], told: null }];
  const replaced = [
    { name: "codex", steps: [1, 3] },
    { name: "gemini", steps: [2] },
  ];
  const steps = [step(1, "true"), step(2, "true"), step(3, "true")];
  expect(remarks(found(steps, {}, { workers, replaced }))).toEqual([
    "--agent claude-code instead of codex (steps 1, 3), gemini (step 2)",
  ]);
});

test("of many warnings a few are shown, and how to see the others", () => {
  const warning = {
    code: "PW405",
    severity: "warning",
    message: "hm",
    span: { file: "docs/plan.md", start: 2, end: 3 },
  };
  const diagnostics = Array.from({ length: 7 }, () => warning) as Shown["diagnostics"];
  expect(remarks(found([step(1, "true")], {}, { diagnostics })).slice(4)).toEqual([
    "docs/plan.md:2: warning: hm [PW405]",
    "… and 2 more warnings; `planwright verify docs/plan.md` shows them",
  ]);
});
