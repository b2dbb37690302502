import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunEvent } from "../../src/record/run-event.ts";
import { conclusions, processesWith } from "../a-checkout.ts";
import { personState } from "../person-state.ts";
import { type ARealProject, aRealProject, ORDINARY_USER, ofAnOrdinaryUser } from "./a-real-project.ts";

// A package that others have written, with its own tests: from a fresh clone with a bug to a branch without it. The tests
// follow one another, like the days of the person who works there.

let project: ARealProject;
beforeAll(async () => {
  project = await aRealProject();
});
afterAll(() => project.remove());

const BRANCH = "plan/round-halves-up-again";
const INSTALL = "npm ci --offline --ignore-scripts";

test("it is a real project", () => {
  const linesIn = (folder: string): number => Number(project.sh(`git ls-files '${folder}/*.js' | xargs cat | wc -l`));
  const [code, tests] = [linesIn("lib"), linesIn("test")];
  process.stdout.write(`mathjs 3.20.2: ${code} lines of code, ${tests} lines of tests\n`);
  expect(Math.min(code, tests)).toBeGreaterThan(5_000);
});

test("init proposes what installs it", () => {
  expect(project.planwright("init", "--yes")).toMatchObject({ status: 0, stderr: "" });
  const file = join(project.top, "planwright.config.yaml");
  const proposed = readFileSync(file, "utf8");
  expect(proposed).toContain("  setup: npm ci\n  lockfiles: [package-lock.json, package.json]\n");
  expect(proposed).toContain("  layers: [node_modules]\n");
  expect(proposed).toContain("  test: npm test\n");
  writeFileSync(file, proposed.replace("setup: npm ci\n", `setup: ${INSTALL}\n  caches: [~/.npm/_cacache]\n`));
  project.sh("git add -A && git commit -qm 'Configure Planwright'");
});

test("verify has nothing to say about the plan", () => {
  expect(project.planwright("verify", "plan.md")).toEqual({ status: 0, stdout: "", stderr: "" });
});

test("check sees every contract fail before the work, and says why", () => {
  project.sh(`${INSTALL} --silent`);
  const checked = project.planwright("check", "plan.md", "--json");
  project.sh("rm -r node_modules");
  expect(checked.status).toBe(1);
  expect(conclusions(checked).map(({ conclusion, headline }) => `${conclusion}: ${headline}`)).toEqual([
    'failing: 10 of 57 tests fail: "number > should format a number using toFixed" (test/utils/number.test.js:85): expected 5.6, got 5.5',
    "failing: exit status 1: └── (empty)",
    "failing: 1 of 19 tests fail: test/utils/starts-with.test.js: there is no such file",
  ]);
});

test("a run installs what is needed, fails, tries again and is done, and the checkout is as it was", () => {
  const before = personState(project.top);
  const { story, installed } = carryOut(project, "run", "plan.md");
  expect(story).toEqual([
    "opened",
    'step 1, attempt 1, failing: 7 of 57 tests fail: "number > should format a number using toFixed" (test/utils/number.test.js:88): expected 2.14, got 2.13',
    "step 1, attempt 2, proven: 57 tests pass",
    "step 2, attempt 1, proven: 101 tests pass",
    "step 3, attempt 1, proven: 19 tests pass",
    "completed",
  ]);
  // `check` has installed what the plan begins with. Step 2 changes the lockfile: once for its own work, which nobody has
  // accepted then, and once for whoever comes after it.
  expect(installed).toEqual([installed[0], installed[0]]);
  expect(personState(project.top)).toEqual(before);
});

test("the branch holds work and acceptance in turn, each step proven", () => {
  expect(project.sh(`git log --format='%an: %s' main..${BRANCH}`).split("\n")).toEqual([
    "Planwright: plan complete: round-halves-up-again",
    expect.stringMatching(/^Planwright: plan accepted: task-3 — proven: npx mocha .*, 19 tests$/),
    "Planwright Worker (scripted): Ask a text how it starts",
    expect.stringMatching(/^Planwright: plan accepted: task-2 — proven: npm ls .*, 101 tests$/),
    "Planwright Worker (scripted): Install what the tests of probability need",
    expect.stringMatching(/^Planwright: plan accepted: task-1 — proven: npx mocha .*, 57 tests$/),
    "Planwright Worker (scripted): Round halves up",
    "Planwright: plan approved: round-halves-up-again",
  ]);
  const { status, stdout } = project.planwright("receipts", BRANCH);
  expect(status).toBe(0);
  expect(stdout.match(/^ +(?:failed|PASSED|attempt \d+).*(?=, \d{4}-)|^ +(?:failed|PASSED).*/gm)).toEqual([
    "     failed before, passes after",
    "     attempt 2",
    "     failed before, passes after",
    "     attempt 1",
    "     failed before, passes after, fails without the work",
    "     attempt 1",
  ]);
});

test("an audit that knows the signer finds nothing", () => {
  const [type, key, name] = readFileSync(join(project.place, "home/keys/signing-key.pub"), "utf8").trim().split(" ");
  const line = `${name} namespaces="git,planwright-receipt" ${type} ${key}\n`;
  writeFileSync(join(project.place, "allowed_signers"), line);
  const { status, stdout } = project.planwright("audit", BRANCH, "--signers", "../allowed_signers");
  expect(stdout).toMatch(/^proven: /);
  expect(stdout).toMatch(/, complete$/m);
  expect(status).toBe(0);
});

test("check proves a step in a checkout of the branch", () => {
  project.sh(`git switch -q ${BRANCH} && ${INSTALL} --silent`);
  const checked = project.planwright(
    "check",
    `.plan/done/${BRANCH.slice("plan/".length)}/plan.md`,
    "3",
    "--base",
    "main",
    "--json",
  );
  project.sh("rm -r node_modules && git switch -q main");
  expect(conclusions(checked)).toMatchObject([{ conclusion: "proven", headline: "19 tests pass" }]);
  expect(checked.status).toBe(0);
});

test("an ordinary user mends it with one command", async (context) => {
  if (process.getuid?.() !== 0) context.skip("only root can become somebody else");
  if (!canRead(resolve("node_modules/vitest/package.json"))) context.skip("only root can read this checkout");
  const own = ofAnOrdinaryUser(project);
  try {
    const contract = "npx mocha test/utils/number.test.js";
    const { story, installed } = carryOut(own, "do", "round halves up", "--contract", contract);
    expect(story).toEqual([
      "opened",
      expect.stringMatching(/^step 1, attempt 1, failing: 7 of 39 tests fail: /),
      "step 1, attempt 2, proven: 39 tests pass",
      "completed",
    ]);
    expect(installed).toHaveLength(1);
  } finally {
    await own.remove();
  }
  expect(processesWith(own.place)).toEqual([]);
});

/** Lets agents work: what came of each attempt, and how many packages each set-up installed. */
function carryOut({ planwright }: ARealProject, ...words: string[]): { story: string[]; installed: number[] } {
  const unasked = ["--yes", "--mode", "autonomous", "--json", "--agent", "scripted:../agents.yaml"];
  const { status, stdout, stderr } = planwright(...words, ...unasked);
  expect(status, stderr).toBe(0);
  const events = stdout.trim().split("\n");
  return {
    story: events.flatMap((line) => told(JSON.parse(line))),
    installed: [...stderr.matchAll(SET_UP)].map((found) => Number(found[1])),
  };
}

/** As a person sees it: what is run, what it prints, and what it is for. */
const SET_UP = new RegExp(`^\\$ ${INSTALL}\nadded (\\d+) packages.*\n\`${INSTALL}\` filled node_modules$`, "gm");

function told(event: RunEvent): string[] {
  switch (event.type) {
    case "opened":
    case "completed":
      return [event.type];
    case "attempt-passed":
    case "attempt-failed":
      return event.contracts.map(({ conclusion, headline }) => {
        return `step ${event.step}, attempt ${event.attempt}, ${conclusion}: ${headline}`;
      });
    default:
      return [];
  }
}

function canRead(path: string): boolean {
  const [program = "", ...args] = ORDINARY_USER;
  return spawnSync(program, [...args, "test", "-r", path]).status === 0;
}
