import { expect, test } from "vitest";
import { aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

const WORKER = `task=$(cat)
grep -q "Write one" <<< "$task" && echo one > one.txt
echo done`;
const ONE = { task: "Write one.", contract: "grep -q one one.txt" };
const BUDGETED = stepsPlan([ONE]).replace("# Words\n", "# Words\n\n**Budget:** max 1M tokens\n");
const AT_ONCE = ["--yes", "--mode", "autonomous", "--agent", "command:../agent.sh"];

const aScene = (files: Record<string, string>, command = WORKER) => aPerson({ files, command });

test("--budget stands in the approved text in place of the plan's own, and not in the author's file", async () => {
  const { told, git } = await aScene({ "plan.md": BUDGETED, "none.md": stepsPlan([ONE]).replace("Words", "None") });
  for (const [path, id, own] of [
    ["plan.md", "words", "1M"],
    ["none.md", "none", null],
  ] as const) {
    const approved = await told("approve", path, ...AT_ONCE, "--budget", "max 20k tokens, 10 minutes");
    expect(approved).toMatchObject({ status: 0, stdout: expect.stringContaining(`approved ${id}, `) });
    const text = git("show", `plan/${id}:.plan/${path}`);
    expect(text).toMatch(/\n\*\*Budget:\*\* max 20000 tokens, 10m wall clock\n/);
    expect(text).not.toContain("1M");
    expect(git("show", `HEAD:${path}`).includes("**Budget:** max 1M")).toBe(own !== null);
  }
  const wrong = await told("approve", "plan.md", ...AT_ONCE, "--budget", "much");
  expect(wrong).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('planwright: the budget "much": `much` is not a limit; write it as in "max 200k'),
  });
});

test("--base is where the branch begins, whatever is checked out", async () => {
  const { told, git } = await aScene({ "plan.md": stepsPlan([ONE]) });
  const first = git("rev-parse", "HEAD");
  git("commit", "-q", "--allow-empty", "-m", "later");
  const begin = ["run", "plan.md", ...AT_ONCE];
  expect((await told(...begin, "--base", "nowhere")).stderr).toBe(
    "planwright: the base nowhere names no commit of this repository\n",
  );
  expect((await told(...begin, "--base", "HEAD~1", "--in-place")).stderr).toContain("leave that out, or the base");
  expect((await told(...begin, "--base", "HEAD~1")).status).toBe(0);
  expect(git("merge-base", "main", "plan/words")).toBe(first);
  expect(git("show", "plan/words:one.txt")).toBe("one");
});

test("--model is for agents that take one, and is kept with the run", async () => {
  const { told } = await aScene({ "plan.md": stepsPlan([ONE]) });
  expect((await told("run", "plan.md", ...AT_ONCE, "--model", "opus")).stderr).toBe(
    "planwright: command:../agent.sh chooses its model by itself; --model is for known agents and `builtin`\n",
  );
  const both = ["run", "plan.md", "--yes", "--agent", "builtin:openai/x", "--model", "openai/y"];
  expect((await told(...both)).stderr).toContain("builtin:openai/x names a model already");
});

test("do without a contract is judged by the repository's tests, and says what to do where it names none", async () => {
  const none = await aScene({ "a.txt": "" });
  expect(await none.told("do", "Write one", ...AT_ONCE)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /^planwright: nothing shows that it is done; --contract COMMAND says which .*, or name .*gates/,
    ),
  });
  const { told, git } = await aScene({ "planwright.config.yaml": "gates:\n  test: grep -q one one.txt\n" });
  expect((await told("do", "Write one", ...AT_ONCE)).status).toBe(0);
  expect(git("show", "plan/write-one:.plan/done/write-one/plan.md")).toContain("grep -q one one.txt");
  expect(git("show", "plan/write-one:one.txt")).toBe("one");
});
