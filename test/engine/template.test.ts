import { expect, onTestFinished, test } from "vitest";
import { skipStep } from "../../src/engine/questions/orders.ts";
import { onBoundary } from "../../src/engine/state/boundaries.ts";
import { currentState } from "../../src/engine/state/journal-state.ts";
import { stepOf } from "../../src/engine/state/step-run.ts";
import { planwright } from "../cli.ts";
import { aHostedRun, type HostedRun } from "./a-hosted-run.ts";

/** A step such as `3–N` stands for others; a planner writes them when its turn comes, and a person approves them. */

const step = (label: string, title: string, task: string, contract: string, subscription = ""): string => `
### ${label}. ${title}

**target:** coder
${subscription === "" ? "" : `**subscriptions:**\n- ${subscription}\n`}
**task:**
${task}

**contract:**
\`\`\`shell
${contract}
\`\`\`
exit_code == 0
**on_fail:** retry(1), then escalate
`;

const PLAN = `---
type: plan
status: draft
owner: orchestrator
---

# Migrate HTTP client from requests to httpx async

**Context:** Some files use \`requests\`. Migrate them to \`httpx\`. Cannot break existing tests.

## Steps
${step("1", "Inventory all usage", "List all files that import requests in `docs/requests-inventory.md`.", 'test -f docs/requests-inventory.md && grep -c "^-" docs/requests-inventory.md', "file:deps.txt")}${step("2", "Add httpx dependency", "Add httpx to deps.txt.", "grep -q httpx deps.txt")}${step("3–N", "Migrate file batch (one step per batch of ~5 files)", "Migrate files [batch list here]. Replace requests calls with httpx equivalents.", "sh tests/imports.sh", "file:docs/requests-inventory.md")}${step("N+1", "Remove requests dependency", "Remove requests from deps.txt. Verify no remaining imports.", '! grep -r "import requests" src/ && ! grep -q requests deps.txt')}`;

const FILES = {
  "deps.txt": "requests\n",
  "src/a.py": "import requests\n",
  "src/b.py": "import requests\n",
  // One import per file, of one of the two.
  "tests/imports.sh":
    'for file in src/*.py; do [ "$(grep -cE "^import (requests|httpx)$" "$file")" = 1 ] || exit 1; done\n',
};

/** Works by the words of its task. */
const WORKER = `task=$(cat)
case "$task" in
  *"List all files"*) mkdir -p docs; grep -l "import requests" src/*.py | sed "s/^/- /" > docs/requests-inventory.md;;
  *"Add httpx to"*) echo httpx >> deps.txt;;
  *"Migrate src/a.py"*) echo "import httpx" > src/a.py;;
  *"Migrate src/b.py"*) echo "import httpx" > src/b.py;;
  *"Remove requests from"*) sed -i /requests/d deps.txt;;
esac
echo Did it.
`;

const answers = (steps: unknown): string => `prompt=$(cat)
case "$prompt" in
  *"Write the steps that it stands for"*)
    case "$prompt" in *"- src/a.py"*) ;; *) echo "the inventory was not shown"; exit 1;; esac
    echo '${JSON.stringify({ steps })}';;
  *) echo '{"told": "nothing to change", "result": "as asked", "decision": null, "pending": []}';;
esac
`;
const BATCHES = [
  { title: "Migrate the first batch", what: "Migrate src/a.py.", how: null },
  { title: "Migrate the second batch", what: "Migrate src/b.py.", how: "Carefully." },
];

const aMigration = (planner: string | undefined): Promise<HostedRun> =>
  aHostedRun({ plan: PLAN, files: FILES, command: WORKER, ...(planner !== undefined && { planner }) });

const lastLines = async ({ happened }: HostedRun, count: number): Promise<string[]> => (await happened()).slice(-count);

test("a template is expanded by the planner, approved by a person, and carried out step by step", async () => {
  const run = await aMigration(answers(BATCHES));
  expect((await run.goOn()).halt).toBe("waiting");
  const question = await run.question();
  expect(question).toMatchObject({ kind: "template", step: "3–N" });
  expect(question.options[0]).toMatchObject({ value: "accept", label: "Approve" });
  expect(question.context.join("\n")).toContain("proposed: 3. Migrate the first batch\nMigrate src/a.py.");
  await run.answer("accept");
  expect(await run.goOn()).toMatchObject({ halt: "done" });

  const { branch } = run.run;
  const subjects = run.git("log", "--format=%s", "--reverse", `main..${branch}`).split("\n");
  expect(subjects.filter((subject) => subject.startsWith("plan "))).toEqual([
    `plan approved: ${run.run.plan.id}`,
    'plan accepted: task-1 — proven: test -f docs/requests-inventory.md && grep -c "^-" docs/req…',
    "plan accepted: task-2 — proven: grep -q httpx deps.txt",
    `plan revised: ${run.run.plan.id}`,
    "plan accepted: task-3 — unproven: sh tests/imports.sh",
    "plan accepted: task-4 — unproven: sh tests/imports.sh",
    'plan accepted: task-5 — proven: ! grep -r "import requests" src/ && ! grep -q requests deps…',
    `plan complete: ${run.run.plan.id}`,
  ]);
  const text = run.git("show", `${branch}:.plan/done/${run.run.plan.id}/plan.md`);
  expect(text).toContain("### 5. ✅ Remove requests dependency");
  expect(text).not.toMatch(/3–N|N\+1/);
  expect(run.git("log", "-1", "--grep=plan revised", "--format=%(trailers:key=Approved-By,valueonly)", branch)).toBe(
    "Ann",
  );
  const audit = planwright(["audit", branch.replace("refs/heads/", "")], run.top, { PLANWRIGHT_HOME: run.home });
  expect(audit.stdout).toMatch(/^proven: /);
});

test.each(["revised is in the journal", "the branch has followed the journal"])(
  "a crash when %s costs nothing",
  async (moment) => {
    const run = await aMigration(answers(BATCHES));
    await run.goOn();
    await run.answer("accept");
    onTestFinished(() => onBoundary(() => {}));
    onBoundary((name) => {
      if (name === moment) throw new Error("the machine went down");
    });
    await expect(run.goOn()).rejects.toThrow("the machine went down");
    onBoundary(() => {});
    expect(await run.goOn()).toMatchObject({ halt: "done" });
    expect(run.git("log", "--oneline", "--grep=^plan revised", run.run.branch).split("\n")).toHaveLength(1);
  },
);

test.each([
  ["has no answer", "cat > /dev/null; echo I do not know.\n"],
  ["expands it to nothing", answers([])],
  ["writes what the plan cannot hold", answers([{ title: "a", what: "**contract:** `true`", how: null }])],
])("a person is asked as before when the planner %s", async (_name, planner) => {
  const run = await aMigration(planner);
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await lastLines(run, 2)).toEqual(["3–N: refused, template", "3–N: asked, template"]);
  expect((await run.question()).options.map(({ value }) => value)).not.toContain("accept");
  // It does not say what it has used, and it has used something.
  const { spending } = await currentState(run.store.journal, run.run.id);
  expect(spending.spent.get("3–N")).toMatchObject({ tokens: { isWhole: false } });
  expect(spending.spent.get("3–N")?.seconds).toBeGreaterThan(0);
});

test("without a planner nobody is asked but a person", async () => {
  const run = await aMigration(undefined);
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await lastLines(run, 2)).toEqual(["2: accepted", "3–N: asked, template"]);
});

test("a step that is to be left out still is, when a template above it becomes steps", async () => {
  const run = await aMigration(answers(BATCHES));
  await run.goOn();
  await leaveOut(run, "N+1");
  await run.answer("accept");
  expect(await run.goOn()).toMatchObject({ halt: "done" });
  expect(await lastLines(run, 2)).toEqual(["4: accepted", "completed"]);
  expect((await run.happened()).filter((line) => line.includes("skipped"))).toEqual(["5: skipped"]);
});

test("a step that was left out meanwhile keeps its number: what would change it is not taken", async () => {
  const run = await aMigration(answers(BATCHES));
  onTestFinished(() => onBoundary(() => {}));
  onBoundary((name) => {
    if (name === "expanded is in the journal") throw new Error("the machine went down");
  });
  await expect(run.goOn()).rejects.toThrow("the machine went down");
  onBoundary(() => {});
  await leaveOut(run, "N+1");
  expect((await run.goOn()).halt).toBe("waiting");
  await run.answer("accept");
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await lastLines(run, 2)).toEqual(["3–N: refused, template", "3–N: asked, template"]);
  expect((await run.question()).options.map(({ value }) => value)).not.toContain("accept");
  const text = run.git("show", `${run.run.branch}:.plan/plan.md`);
  expect(text).toContain("### N+1. ✅ Remove requests dependency");
  expect(run.git("log", "--oneline", "--grep=^plan revised", run.run.branch)).toBe("");
});

test("a template whose steps are approved is not left out any more", async () => {
  const run = await aMigration(answers(BATCHES));
  await run.goOn();
  await run.answer("accept");
  await expect(leaveOut(run, "3–N")).rejects.toThrow("are approved and about to be written");
});

const leaveOut = ({ store, run }: HostedRun, id: string): Promise<void> =>
  skipStep(store.journal, run, stepOf(run.plan, id), "Ann", "");
