import { describe, expect, test } from "vitest";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

/** What can go wrong with a plan, and what becomes of it. Budgets have a file of their own. */

const WORD = "cat word.txt >&2; grep -q right word.txt";
const statusOf = async ({ store, run }: HostedRun): Promise<string | undefined> =>
  (await store.runs.list({ repository: run.repository.id })).find(({ id }) => id === run.id)?.status;

describe("Step fails contract after N retries", () => {
  const WRONG = "cat >&2; echo wrong > word.txt; echo Done.\n";

  test("Retry with augmented prompt: the contract, its exit code and what it printed", async () => {
    const plan = planWith([{ contract: WORD, more: "**on_fail:** retry(1), then escalate" }]);
    const run = await aHostedRun({ plan, command: WRONG });
    expect((await run.goOn()).halt).toBe("waiting");
    expect(run.printed("1/1/1")).not.toContain("Previous attempt failed.");
    const told = run.printed("1/2/1");
    expect(told).toContain("Previous attempt failed.");
    expect(told).toContain(WORD);
    expect(told).toMatch(/returned exit code 1/);
    expect(told).toContain("wrong");
  });

  test("Escalate: a question with the failure context, once N retries are used up", async () => {
    const plan = planWith([{ contract: WORD, more: "**on_fail:** retry(1), then escalate" }]);
    const run = await aHostedRun({ plan, command: WRONG });
    expect((await run.goOn()).halt).toBe("waiting");
    expect((await run.happened()).filter((line) => line === "1: failed, contract")).toHaveLength(2);
    expect(await run.question()).toMatchObject({ kind: "escalation", over: "exhausted" });
  });

  test("Abort the plan: mark as Failed, stop", async () => {
    const plan = planWith([{ contract: WORD, more: "**on_fail:** retry(1), then abort" }, { contract: "true" }]);
    const run = await aHostedRun({ plan, command: WRONG });
    expect((await run.goOn()).halt).toBe("failed");
    expect(await statusOf(run)).toBe("failed");
    expect(await run.happened()).toEqual([
      ...["1: attempt 1", "1: failed, contract", "1: attempt 2", "1: failed, contract", "failed"],
    ]);
  });
});

describe("Agent crashes mid-step", () => {
  test("a killed agent is a failure, and its on_fail policy applies", async () => {
    const plan = planWith([{ contract: WORD, more: "**on_fail:** retry(1), then escalate" }]);
    const script = `steps:
  1:
    - attempt: 1
      do: [{ crash: true }]
    - attempt: 2
      do: [{ write: { path: word.txt, text: "right\\n" } }, { say: "Done." }]
`;
    const run = await aHostedRun({ plan, script });
    expect((await run.goOn()).halt).toBe("done");
    expect(await run.happened()).toEqual([
      ...["1: attempt 1", "1: failed, agent", "1: attempt 2", "1: passed", "1: accepted", "completed"],
    ]);
  });

  test("after a timeout (configurable per step) it is treated as a failure", async () => {
    const more = "**work_timeout:** 1s\n**on_fail:** escalate";
    const run = await aHostedRun({
      plan: planWith([{ contract: WORD, more }]),
      command: "cat > /dev/null; sleep 60\n",
    });
    expect((await run.goOn()).halt).toBe("waiting");
    expect(await run.happened()).toEqual(["1: attempt 1", "1: failed, timeout", "1: asked, exhausted"]);
  });
});

test("Plan references nonexistent file/topic: the agent just doesn't get that context, and the contract decides", async () => {
  const more = "**subscriptions:**\n- file:none.md\n- topic:nothing\n\n**on_fail:** escalate";
  const run = await aHostedRun({
    plan: planWith([{ contract: WORD, more }]),
    command: "cat >&2; echo wrong > word.txt; echo Done.\n",
  });
  expect((await run.goOn()).halt).toBe("waiting");
  expect(run.printed("1/1/1")).toContain("none.md");
  expect(await run.happened()).toEqual(["1: attempt 1", "1: failed, contract", "1: asked, exhausted"]);
});

test("Two plans competing for same resources: each has a branch and a work tree of its own, and merging proves them together", () => {
  const plan = (title: string): string =>
    stepsPlan([{ task: `Write ${title}.`, contract: `grep -q ${title} word.txt` }]).replace("# Words", `# ${title}`);
  const { place, run, git } = aPlanRun({
    files: { "one.md": plan("one"), "two.md": plan("two"), "word.txt": "none\n" },
    agents: { agent: 'grep -oE "Write (one|two)" | head -1 | cut -d" " -f2 > word.txt\necho Written.\n' },
  });
  for (const name of ["one", "two"]) {
    const words = ["run", `${name}.md`, "--yes", "--mode", "autonomous", "--agent", `command:${place}/agent.sh`];
    expect(run(words).status).toBe(0);
  }
  expect(git("show", "plan/one:word.txt")).toBe("one");
  expect(git("show", "plan/two:word.txt")).toBe("two");
  expect(git("show", "main:word.txt")).toBe("none");
  expect(run(["merge", "one", "--yes"]).status).toBe(0);
  expect(run(["merge", "two", "--yes"]).status).not.toBe(0);
  expect(git("show", "main:word.txt")).toBe("one");
});

describe("Human intervention needed mid-plan", () => {
  const aBlocked = async (): Promise<HostedRun> => {
    const plan = planWith([{ contract: WORD, more: "**on_fail:** escalate" }, { contract: "test -s two.txt" }]);
    const command = `prompt=$(cat)
case $prompt in
  *"Step 2"*) echo two > two.txt ;;
  *"try the right one"*) echo right > word.txt ;;
  *) echo wrong > word.txt ;;
esac
echo Done.
`;
    const run = await aHostedRun({ plan, command });
    expect((await run.goOn()).halt).toBe("waiting");
    return run;
  };

  test("The plan status stays In-Progress but the current step is blocked", async () => {
    const run = await aBlocked();
    expect(await statusOf(run)).toBe("in-progress");
    expect((await run.goOn()).halt).toBe("waiting");
    expect((await run.happened()).filter((line) => line.startsWith("2:"))).toEqual([]);
  });

  test("retry the step", async () => {
    const run = await aBlocked();
    await run.answer("retry", "try the right one");
    expect((await run.goOn()).halt).toBe("done");
  });

  test("modify the plan (→ Draft)", async () => {
    const run = await aBlocked();
    await run.answer("revise");
    expect((await run.goOn()).halt).toBe("cancelled");
    expect(await statusOf(run)).toBe("draft");
  });

  test("abort", async () => {
    const run = await aBlocked();
    await run.answer("abort");
    expect((await run.goOn()).halt).toBe("failed");
    expect(await statusOf(run)).toBe("failed");
  });
});
