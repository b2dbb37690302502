import { once } from "node:events";
import { expect, test } from "vitest";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

test("two plans that begin at the same moment, with no database yet, both come to their end", async () => {
  const plan = stepsPlan([{ task: "Write one.", contract: "grep -q one one.txt" }]);
  const files = { "plan.md": plan, "other.md": plan.replace("# Words", "# Others") };
  const { start, git } = aPlanRun({ files, agents: { worker: "echo one > one.txt\n" } });
  const begun = ["plan.md", "other.md"].map((file) =>
    start(["run", file, "--yes", "--mode", "autonomous", "--agent", "command:../worker.sh"]),
  );
  const ended = await Promise.all(begun.map((child) => once(child, "exit")));
  expect(ended.map(([code]) => code)).toEqual([0, 0]);
  const subjects = ["words", "others"].map((id) => git("log", "-1", "--format=%s", `plan/${id}`));
  expect(subjects).toEqual(["plan complete: words", "plan complete: others"]);
});
