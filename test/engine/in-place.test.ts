import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";
import { ended, reading } from "./a-started-run.ts";

const PLAN = stepsPlan([
  { contract: "grep -q one one.txt", more: "**on_fail:** retry(2), then escalate\n" },
  { contract: "grep -q two two.txt" },
]);
const SCRIPT = `steps:
  1:
    - attempt: 1
      do: [{ write: { path: one.txt, text: "first try\\n" } }, { write: { path: kept.txt, text: "kept\\n" } }]
    - attempt: 2
      do: [{ write: { path: one.txt, text: "one\\n" } }, { say: One. }]
  2:
    - write: { path: two.txt, text: "two\\n" }
    - run: git add -A && git commit -qm mine
    - say: Two.
`;
const RUN = ["run", "plan.md", "--yes", "--in-place", "--mode", "autonomous", "--agent", "scripted:../script.yaml"];

test("in the person's own checkout nothing is reset, and nothing begins again without them", () => {
  const { place, top, run, git } = aPlanRun({ files: { "plan.md": PLAN, ".gitignore": "build/\n" } });
  writeFileSync(join(place, "script.yaml"), SCRIPT);

  writeFileSync(join(top, "mine.txt"), "not committed\n");
  expect(run(RUN)).toMatchObject({ status: 2, stderr: expect.stringContaining("1 uncommitted changes (mine.txt)") });
  git("add", "mine.txt");
  git("commit", "-qm", "mine");

  expect(run(RUN).status).toBe(3);
  expect(git("symbolic-ref", "HEAD")).toBe("refs/heads/plan/words");
  expect(readFileSync(join(top, "kept.txt"), "utf8")).toBe("kept\n");
  expect(git("show", "debug/plan-words-task-1-attempt-1:one.txt")).toBe("first try");

  const { status } = run(["answer", "words", "retry", "--continue"]);
  expect(status).toBe(0);
  // What an earlier attempt left is part of the work, because nobody took it away.
  expect(git("log", "--format=%s", "main..").split("\n")).toEqual([
    "plan complete: words",
    expect.stringMatching(/^plan accepted: task-2 — proven: /),
    "Step 2",
    expect.stringMatching(/^plan accepted: task-1 — proven: /),
    "Step 1",
    "plan approved: words",
  ]);
  expect(git("show", "--format=", "--name-only", "HEAD~4").split("\n")).toEqual(["kept.txt", "one.txt"]);
  expect(git("status", "--porcelain")).toBe("");
  expect(existsSync(join(top, ".plan/done/words/receipts/02.json"))).toBe(true);
  expect(run(["audit", "plan/words"]).status).toBe(0);
});

test("a plan that fails in the person's own checkout says so there, and leaves all else as it is", () => {
  const { place, top, run, git } = aPlanRun({ files: { "plan.md": PLAN } });
  writeFileSync(join(place, "script.yaml"), SCRIPT);
  expect(run(RUN).status).toBe(3);
  expect(run(["answer", "words", "abort", "--continue"]).status).toBe(1);
  expect(git("log", "-1", "--format=%s")).toBe("plan failed: words");
  expect(readFileSync(join(top, ".plan/plan.md"), "utf8")).toMatch(/^status: failed$/m);
  expect(git("status", "--porcelain")).toBe("?? kept.txt\n?? one.txt");
  expect(run(["resume", "words"]).status).toBe(0);
  expect(git("status", "--porcelain")).toBe("");
  expect(run(["audit", "plan/words"]).status).toBe(0);
});

test("a run in a checkout that is on another branch by now is not taken up", () => {
  const { place, run, git } = aPlanRun({ files: { "plan.md": PLAN } });
  writeFileSync(join(place, "script.yaml"), SCRIPT);
  expect(run(RUN).status).toBe(3);
  git("stash", "-u");
  git("switch", "-q", "main");
  const { status, stderr } = run(["answer", "words", "retry", "--continue"]);
  expect(status).toBe(2);
  expect(stderr).toContain("which is not on plan/words; `git switch plan/words` first");
});

test("an attempt that was broken off is not begun again by itself, and the next worker knows what lies there", async () => {
  const { url } = await aDatabase();
  const worker = `task=$(cat)
if grep -q "Nobody has reset your folder" <<< "$task" && grep -q "^+half" <<< "$task"; then
  echo one > one.txt
  echo One.
else
  echo half > one.txt
  sleep 60
fi
`;
  const plan = stepsPlan([{ contract: "grep -q one one.txt" }]);
  const { top, run, start, git } = aPlanRun({ files: { "plan.md": plan }, agents: { worker } }, url);
  const agent = ["--agent", "command:../worker.sh"];
  const host = reading(start(["run", "plan.md", "--yes", "--in-place", "--mode", "autonomous", ...agent]));
  await expect.poll(() => existsSync(join(top, "one.txt")), { timeout: 20_000 }).toBe(true);
  host.child.kill("SIGKILL");
  await ended(host);

  expect(run(["resume"]).status).toBe(4);
  expect(run(["status", "words", "--json"]).stdout).toContain("its work is in your checkout");
  expect(readFileSync(join(top, "one.txt"), "utf8")).toBe("half\n");
  expect(git("show", "debug/plan-words-task-1-attempt-1:one.txt")).toBe("half");
  expect(run(["answer", "words", "retry", "--continue"])).toMatchObject({ status: 0 });
  expect(git("show", "plan/words:one.txt")).toBe("one");
});
