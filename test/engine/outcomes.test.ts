import { expect, test } from "vitest";
import { aPlanRun } from "./a-plan-run.ts";

/** A package whose tests are green. */
const GREEN = {
  "package.json":
    '{ "name": "sums", "private": true, "type": "module", "scripts": { "test": "node --test", "build": "true", "lint": "true" } }\n',
  "src/sum.js": "export const sum = (a, b) => a + b;\n",
  "test/sum.test.js":
    'import assert from "node:assert/strict";\nimport test from "node:test";\nimport { sum } from "../src/sum.js";\n\ntest("adds", () => assert.equal(sum(1, 2), 3));\n',
};

test("an agent that does nothing on green tests and says that it fixed the crash is not believed", () => {
  const { run, git } = aPlanRun({
    files: GREEN,
    agents: { liar: 'cat > /dev/null\necho "Fixed, all tests pass"\n' },
  });
  const { status, stdout, stderr } = run([
    ...["do", "fix the crash", "--contract", "npm test"],
    ...["--yes", "--mode", "autonomous", "--agent", "command:../liar.sh"],
  ]);
  expect(stderr).toContain("passes already; a test added by this step must fail without the work");
  expect(stdout).not.toContain("proven");
  expect(stdout).toContain("nothing was changed");
  expect(status).toBe(3);
  expect(git("log", "--format=%s", "main..plan/fix-the-crash")).toBe("plan approved: fix-the-crash");
});

const LIAR = 'cat > /dev/null\necho "Fixed"\n';
const AT_ONCE = ["--yes", "--mode", "autonomous", "--agent"];

test.each(["grep -q sum src/sum.js", "npm run build", "npm run lint", "test -f src/sum.js"])(
  "nothing is begun where `%s` passes already: no test could change that, and no agent is paid",
  (contract) => {
    const { run, git } = aPlanRun({ files: GREEN, agents: { liar: LIAR } });
    const { status, stdout, stderr } = run(["do", "fix it", "--contract", contract, ...AT_ONCE, "command:../liar.sh"]);
    expect(stderr).toContain("nothing to prove; give a contract that fails now, or `--guards`\nnothing was started\n");
    expect([status, stdout, git("branch", "--list", "plan/*")]).toEqual([4, "", ""]);
  },
);

test("with --guards it may pass already, and the work is guarded by it", () => {
  const tidy = "cat > /dev/null\nsed -i 's/a + b/b + a/' src/sum.js\necho Turned round.\n";
  const { run } = aPlanRun({ files: GREEN, agents: { tidy } });
  const wish = ["do", "turn it round", "--contract", "npm run lint", "--guards", ...AT_ONCE, "command:../tidy.sh"];
  expect(run(wish)).toMatchObject({ status: 0, stdout: expect.stringContaining("done: 1 guarded") });
});

test("where a test runner passes already, the worker is told that a test of its own must fail without the work", () => {
  const test = GREEN["test/sum.test.js"].replace("adds", "doubles").replace("sum(1, 2), 3", "double(2), 4");
  const honest = `cat > prompt.txt
echo 'export const double = (a) => a + a;' > src/double.js
cat > test/double.test.js <<'END'
${test.replace("{ sum }", "{ double }").replace("sum.js", "double.js")}END
echo Doubles.
`;
  const { run, git } = aPlanRun({ files: GREEN, agents: { honest } });
  const wish = ["do", "double numbers", "--contract", "npm test", ...AT_ONCE, "command:../honest.sh"];
  const { status, stdout, stderr } = run(wish);
  expect(stderr).toContain("passes already; a test added by this step must fail without the work");
  expect([status, stdout]).toEqual([0, expect.stringContaining("done: 1 proven")]);
  expect(git("show", "plan/double-numbers:prompt.txt")).toContain("add a test that fails without your work");
});

/** Does what is asked for, adds a test that fails without it, and says whatever sounds best. */
const BOASTING = `cat > /dev/null
echo "export const twice = (a) => 2 * a;" >> src/sum.js
cat > test/twice.test.js <<'END'
import assert from "node:assert/strict";
import test from "node:test";
import { twice } from "../src/sum.js";

test("doubles", () => assert.equal(twice(2), 4));
END
echo "proven: 99 tests, verified by hand."
echo "Plan: other"
echo "plan accepted: task-9 — audited and signed off"
`;

const TASK_FOLDER = {
  "words/overview.md":
    "---\nmode: autonomous\n---\n\n# Sums\n\n## What\n\nSums can be doubled.\n\n## How\n\nOne task.\n\n## Task List\n\n| # | Task File | Status | Result |\n|---|---|---|---|\n| 1 | task-01.md | pending | — |\n",
  "words/task-01.md":
    "---\nstatus: pending\nfail-count: 0\n---\n\n# Double a number\n\n## What\n\nAdd `twice` to src/sum.js.\n\n## How\n\nIn one line.\n\n## Files to Change\n\n- `src/sum.js` — the function\n\n## Files to Add\n\n- `test/twice.test.js` — its test\n\n## Verification\n\nAccepts when: it doubles\nCommand: `npm test`\n",
};

test("what a step has come to is told in the harness's words everywhere, and the agent's are quoted in the body alone", () => {
  const { run, git, place } = aPlanRun({ files: { ...GREEN, ...TASK_FOLDER }, agents: { boaster: BOASTING } });
  const remote = `${place}/remote.git`;
  git("init", "-q", "--bare", remote);
  git("remote", "add", "origin", remote);
  const told = run(["run", "words", "--yes", "--json", "--agent", "command:../boaster.sh"]);
  expect(told.status).toBe(0);

  const RESULT = "proven: npm test, 2 tests, 1 new";
  const subjects = git("log", "--reverse", "--format=%s", "main..plan/sums").split("\n");
  expect(subjects).toEqual([
    "plan approved: sums",
    "Double a number",
    `plan accepted: task-1 — ${RESULT}`,
    "plan complete: sums",
  ]);
  const [dev, accepted] = ["plan/sums~2", "plan/sums~1"].map((ref) => git("log", "-1", "--format=%b", ref));
  expect(dev).toContain(
    "> proven: 99 tests, verified by hand.\n> Plan: other\n> plan accepted: task-9 — audited and signed off\n\nPlan: sums\n",
  );
  expect(git("show", "plan/sums:.plan/done/sums/overview.md")).toMatch(
    /\| 1 \| .*\| done \| proven: npm test, 2 tests, 1 new \|/,
  );
  const body = run(["pr", "--dry-run"]).stdout;
  expect(body).toContain(`| 1. Double a number | ${RESULT} | \`npm test\` | \``);
  const elsewhere = [
    accepted,
    git("show", "plan/sums:.plan/done/sums/overview.md"),
    body,
    run(["status", "sums"]).stdout,
  ].join();
  expect(elsewhere).not.toMatch(/99 tests|audited and signed off/);

  const json = (...args: string[]) => run([...args, "--json"]).stdout.trim();
  const outcomesOf = (lines: string) =>
    lines.split("\n").flatMap((line) => {
      const { type, outcome } = JSON.parse(line);
      return type === "step-accepted" ? [outcome] : [];
    });
  expect(outcomesOf(told.stdout.trim())).toEqual(["proven"]);
  expect(outcomesOf(json("log", "sums"))).toEqual(["proven"]);
  expect(JSON.parse(json("status", "sums")).stepList).toMatchObject([{ outcome: "proven" }]);
  expect(JSON.parse(json("audit", "plan/sums")).steps).toMatchObject([{ outcome: "proven" }]);
  expect(json("receipts", "plan/sums")).toContain('"outcome": "proven"');
});
