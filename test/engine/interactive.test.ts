import { expect, test } from "vitest";
import { aHostedRun, planWith } from "./a-hosted-run.ts";

const ONE = { contract: "grep -q one one.txt" };
const TWO = { contract: "grep -q two two.txt" };

/** Repeats what it was told on its standard error, and writes the word that a person's note names, or the wrong one. */
const ECHO = `prompt=$(cat)
printf '%s\\n' "$prompt" >&2
word=$(grep -oE "^(Please|also)? ?write [a-z]+" <<< "$prompt" | tail -1 | grep -oE "[a-z]+$" || true)
case $prompt in *"Step 2"*) file=two.txt ;; *) file=one.txt ;; esac
echo "\${word:-wrong}" >> $file
echo "Wrote \${word:-wrong}."
`;

test("nothing is accepted before the person has looked; stopping decides nothing", async () => {
  const run = await aHostedRun({
    plan: planWith([ONE, TWO]),
    mode: "interactive",
    script: `steps:
  1:
    - write: { path: one.txt, text: "one\\n" }
    - say: Wrote one.
  2:
    - write: { path: two.txt, text: "two\\n" }
    - say: Wrote two.
`,
  });
  expect((await run.goOn()).halt).toBe("waiting");
  const question = await run.question();
  expect(question).toMatchObject({ over: "checkpoint", kind: "checkpoint", severity: "minor", suggestion: "accept" });
  expect(question.options.map(({ value }) => value)).toEqual(["accept", "adjust", "edit", "stop", "abort"]);
  expect(question.context.join("\n")).toContain("+one");
  expect(run.git("log", "--format=%s", "main..plan/words")).toBe("plan approved: words");

  await run.answer("stop");
  expect((await run.goOn()).halt).toBe("paused");
  await run.takeUp();
  expect((await run.goOn()).halt).toBe("waiting");
  await run.answer("accept");
  expect((await run.goOn()).halt).toBe("waiting");
  await run.answer("abort");
  expect((await run.goOn()).halt).toBe("failed");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: passed", "1: asked, checkpoint", "1: answered, stop"],
    ...["resumed", "1: asked, checkpoint", "1: answered, accept", "1: accepted"],
    ...["2: attempt 1", "2: passed", "2: asked, checkpoint", "2: answered, abort", "failed"],
  ]);
  // What the contract has decided is not by eye, though a person has looked.
  const receipt = run.git("show", "plan/words:.plan/receipts/01.json");
  expect(run.git("log", "-2", "--format=%s", "plan/words")).toMatch(/^plan failed: words\nplan accepted: task-1 — /);
  expect(receipt).not.toContain('"by": "eye"');
});

test("comments at a checkpoint go to the worker, which continues from what is there; no attempt is counted", async () => {
  const run = await aHostedRun({
    plan: planWith([{ ...ONE, task: "Please write one." }]),
    mode: "interactive",
    command: ECHO,
  });
  await run.goOn();
  await run.answer("adjust", "also write more");
  expect((await run.goOn()).halt).toBe("waiting");
  expect(run.printed("1/1/2")).toContain("A person who looks after this plan says:\n\n```\nalso write more\n```");
  await run.answer("accept");
  expect((await run.goOn()).halt).toBe("done");
  expect(run.git("show", "plan/words:one.txt")).toBe("one\nmore");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: passed", "1: asked, checkpoint", "1: answered, adjust"],
    ...["1: attempt 1 goes on (2)", "1: passed", "1: asked, checkpoint", "1: answered, accept", "1: accepted"],
    "completed",
  ]);
});

test("a person nods to every retry, whose worker is told how the last attempt failed", async () => {
  const run = await aHostedRun({ plan: planWith([ONE]), mode: "interactive", command: ECHO });
  await run.goOn();
  const question = await run.question();
  expect(question).toMatchObject({ over: "retry", kind: "escalation", severity: "minor", suggestion: "retry" });
  await run.answer("retry");
  await run.goOn();
  expect(run.printed("1/2/1")).toContain(
    "Previous attempt failed. Contract `grep -q one one.txt` returned exit code 1.",
  );
  await run.answer("retry", "write uno");
  await run.goOn();
  expect(run.printed("1/3/1")).toContain("write uno");
  const last = await run.question();
  expect(last.over).toBe("exhausted");
  expect(last.context.filter((part) => part.startsWith("attempt "))).toEqual([
    expect.stringContaining("attempt 1: "),
    expect.stringContaining("attempt 2: "),
    expect.stringContaining("attempt 3: "),
  ]);
  expect(last.context.join("\n")).toContain("+uno");
});
