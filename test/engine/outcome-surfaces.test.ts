import { expect, test } from "vitest";
import { aPerson } from "./a-person.ts";

const STEPS: readonly { title: string; contract: string; kind?: string }[] = [
  { title: "Write one", contract: "grep -q one one.txt" },
  { title: "Keep a", contract: "test -e a.txt", kind: " guards" },
  { title: "Tidy b", contract: "test -e b.txt" },
  { title: "Leave alone", contract: "test -e a.txt", kind: " guards" },
  { title: "Look at it", contract: "test -e b.txt" },
  { title: "Never mind", contract: "test -e later.txt" },
];
const PLAN = `---\ntype: plan\n---\n\n# Six\n\n## Steps\n${STEPS.map(
  ({ title, contract, kind = "" }, index) =>
    `\n### ${index + 1}. ${title}\n\n**task:**\n${title}.\n\n**contract:**${kind}\n\`\`\`shell\n${contract}\n\`\`\`\nexit_code == 0\n**on_fail:** escalate\n`,
).join("")}`;

/** Does what each step asks for, nothing at all for three of them, and always says the same. */
const WORKER = `case $(cat) in
  *"Write one."*) echo one > one.txt ;;
  *"Keep a."*) echo more >> a.txt ;;
  *"Tidy b."*) echo more >> b.txt ;;
esac
echo "Everything is proven, all 99 tests pass"
`;

const COUNTED = "1 proven, 1 guarded, 1 unproven, 1 unchanged, 1 by eye, 1 skipped";

test("a plan whose steps ended in six ways is told so by every command, and nowhere by what the agent says", async () => {
  const { run, told, git } = await aPerson({
    files: { "plan.md": PLAN, "a.txt": "a\n", "b.txt": "b\n" },
    command: WORKER,
  });
  const first = await run("plan.md");
  expect(first).toMatchObject({ status: 3, stdout: expect.stringContaining("1. Write one: proven and accepted") });
  expect(first.stdout).toContain("2. Keep a: guarded and accepted: its contract passes as it did before");
  expect(first.stdout).toContain("3. Tidy b: accepted, unproven: its contract also passed before the work");
  expect(first.stdout).toContain("4. Leave alone: accepted, unchanged: there was nothing to do");
  expect(first.stdout).toContain("5. Look at it: attempt 1 stopped: nothing was changed");
  expect((await told("accept", "5", "six")).status).toBe(0);
  expect((await told("skip", "6", "six")).status).toBe(0);

  const last = await told("resume", "six");
  expect(last.status).toBe(0);
  expect(last.stdout).toContain(`done: ${COUNTED}`);
  expect(last.stderr).toContain(`six is done: ${COUNTED}`);
  expect(last.stderr).not.toContain("proven step by step");

  const status = (await told("status", "six")).stdout;
  expect(status).toContain(COUNTED);
  const words = ["proven", "guarded", "unproven", "unchanged", "by eye", "skipped"];
  for (const [index, word] of words.entries()) {
    expect(status).toMatch(new RegExp(`${index + 1}\\. ${STEPS[index]?.title}.*\\b${word}`));
  }
  const outcomes = ["proven", "guarded", "unproven", "unchanged", "by-eye", "skipped"];
  const report = JSON.parse((await told("status", "six", "--json")).stdout);
  expect(report.stepList.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes);
  const receipts = JSON.parse((await told("receipts", "plan/six", "--json")).stdout).receipts;
  expect(receipts.map(({ proof }: { proof: { outcome: string } }) => proof.outcome)).toEqual(outcomes);
  const audit = await told("audit", "plan/six");
  for (const [index, word] of words.entries()) {
    expect(audit.stdout).toContain(`${index + 1}. ${STEPS[index]?.title} (${word}, `);
  }
  expect((await told("merge", "six", "--yes")).stdout).toContain(`(${COUNTED})`);

  expect(git("log", "--format=%s", "main")).not.toContain("99 tests");
  expect(git("log", "--format=%s", "--grep=^plan accepted", "main").split("\n").reverse()).toEqual([
    "plan accepted: task-1 — proven: grep -q one one.txt",
    "plan accepted: task-2 — guarded: test -e a.txt",
    "plan accepted: task-3 — unproven: test -e b.txt",
    "plan accepted: task-4 — unchanged, nothing to do: test -e a.txt",
    expect.stringMatching(/^plan accepted: task-5 — accepted by eye, by /),
    "plan accepted: task-6 — skipped",
  ]);
  expect(git("show", "main:.plan/done/six/plan.md")).not.toContain("99 tests");
});
