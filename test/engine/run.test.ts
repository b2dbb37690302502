import { expect, test } from "vitest";
import { personState } from "../person-state.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

const PLAN = stepsPlan([
  { task: "Write one.", contract: "grep -q one one.txt" },
  { task: "Write two.", contract: "grep -q two two.txt" },
]);

test("a plan whose agent is a shell script runs to done, and nothing of the person's changes", () => {
  const { run, git, top } = aPlanRun({
    files: { "plan.md": PLAN, "a.txt": "a\n" },
    agents: { worker: 'word=$(grep -oE "Write (one|two)" | head -1 | cut -d" " -f2)\necho "$word" > "$word.txt"\n' },
  });
  const before = personState(top);
  const { status, stdout, stderr } = run([
    "run",
    "plan.md",
    "--yes",
    "--mode",
    "autonomous",
    "--agent",
    "command:../worker.sh",
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.anything() });
  expect(stdout).toContain("done");
  const subjects = git("log", "--format=%an: %s", "--reverse", "main..plan/words").split("\n");
  expect(subjects).toEqual([
    "Planwright: plan approved: words",
    expect.stringMatching(/^Planwright Worker \(worker\.sh\): /),
    expect.stringMatching(/^Planwright: plan accepted: task-1 — /),
    expect.stringMatching(/^Planwright Worker \(worker\.sh\): /),
    expect.stringMatching(/^Planwright: plan accepted: task-2 — /),
    "Planwright: plan complete: words",
  ]);
  expect(git("show", "plan/words:two.txt")).toBe("two");
  expect(run(["audit", "plan/words"]).status).toBe(0);
  expect(personState(top)).toEqual(before);
});
