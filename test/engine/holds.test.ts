import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exitCodeOf } from "../../src/cli/terminal/halt-exit.ts";
import { write } from "../a-checkout.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";
import { shell, spendingAgent } from "./a-spending-agent.ts";

/** What stops an attempt without being its failure, and what is asked then. */

const ONE = { contract: "grep -q one one.txt" };

test("a worker's question uses no attempt and keeps its work; the next leg is told question, answer and diff", async () => {
  const run = await aHostedRun({
    plan: planWith([{ ...ONE, more: "**on_fail:** escalate" }]),
    command: `prompt=$(cat)
printf '%s\\n' "$prompt" >&2
if [ ! -e draft.txt ]; then
  echo draft > draft.txt
  printf 'I have begun.\\n\\nQUESTION: Which word?\\n- one\\n- two\\n'
elif ! grep -q 'And the case' <<< "$prompt"; then
  printf 'QUESTION: And the case?\\n'
else
  rm draft.txt
  echo one > one.txt
  echo "Wrote one."
fi
`,
  });
  await run.goOn();
  const question = await run.question();
  expect(question).toMatchObject({ over: "question", kind: "question", severity: "major", suggestion: "continue" });
  expect(question.context[0]).toBe("Which word?\n- one\n- two");
  await expect(run.answer("continue")).rejects.toThrow("`continue` needs your words: your words go to the worker");
  await run.answer("continue", "the first");
  // The folder may be gone by then; what was in it is not.
  rmSync(join(run.home, "repositories"), { recursive: true });
  await run.goOn();
  await run.answer("continue", "lower");
  expect((await run.goOn()).halt).toBe("done");
  const told = run.printed("1/1/3");
  expect(told.indexOf("Which word?")).toBeLessThan(told.indexOf("And the case?"));
  for (const part of ["the first", "lower", "+draft", "Your work so far is in your folder"])
    expect(told).toContain(part);
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: held, question", "1: asked, question", "1: answered, continue"],
    ...["1: attempt 1 goes on (2)", "1: held, question", "1: asked, question", "1: answered, continue"],
    ...["1: attempt 1 goes on (3)", "1: passed", "1: accepted", "completed"],
  ]);
  expect(run.git("ls-tree", "--name-only", "plan/words").split("\n")).not.toContain("draft.txt");
});

test("a new attempt after a question begins where the first began, and still knows what was said", async () => {
  const run = await aHostedRun({
    plan: planWith([ONE]),
    command: `prompt=$(cat)
printf '%s\\n' "$prompt" >&2
[ ! -e draft.txt ] || echo "THE DRAFT IS STILL THERE" >&2
if grep -q 'take one' <<< "$prompt"; then echo one > one.txt; echo "Wrote one."; exit; fi
echo draft > draft.txt
echo "QUESTION: Which word?"
`,
  });
  await run.goOn();
  await run.answer("retry", "take one");
  expect((await run.goOn()).halt).toBe("done");
  expect(run.printed("1/2/1")).toContain("A person who looks after this plan says:\n\n```\ntake one\n```");
  expect(run.printed("1/2/1")).not.toContain("Your work so far");
  expect(run.printed("1/2/1")).not.toContain("THE DRAFT IS STILL THERE");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: held, question", "1: asked, question", "1: answered, retry"],
    ...["1: attempt 2", "1: passed", "1: accepted", "completed"],
  ]);
});

test("an agent that gives up, fails or is killed has used its attempt; whoever asks next hears why", async () => {
  const run = await aHostedRun({
    plan: planWith([ONE]),
    script: `steps:
  1:
    - - give-up: There is no such word.
    - - exit: 3
    - - crash: true
`,
  });
  await run.goOn();
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: failed, gave-up", "1: attempt 2", "1: failed, agent"],
    ...["1: attempt 3", "1: failed, agent", "1: asked, exhausted"],
  ]);
  const context = (await run.question()).context.join("\n");
  expect(context).toContain("attempt 1: the agent says that it cannot be done: There is no such word.");
  expect(context).toMatch(/attempt 2: the agent failed: .*status 3/);
  expect(context).toMatch(/attempt 3: the agent failed: .*(?:SIGKILL|signal|137)/);
});

test("an agent that is not there is told at once, and nothing is counted", async () => {
  const run = await aHostedRun({ plan: planWith([ONE]), command: "echo one > one.txt\n" });
  rmSync(join(run.place, "agent.sh"));
  await expect(run.goOn()).rejects.toThrow(/agent\.sh/);
  expect(await run.happened()).toEqual([]);
  expect(await run.store.hosts.holder(run.run.id)).toBe(null);
});

test.each<[string, string, string, RegExp]>([
  ["a program that is not there", "no-such-program --check", "- say: Done.", /no-such-program/],
  ["a script that is not there", "bash test/check.sh", "- say: Done.", /check\.sh/],
  ["a runner that finds no test", "node --test", "- say: Done.", /no tests?/],
])("a contract that cannot say anything asks at once: %s", async (_, contract, script, told) => {
  const run = await aHostedRun({ plan: planWith([{ contract }]), script: `steps:\n  1:\n    ${script}\n` });
  expect((await run.goOn()).halt).toBe("waiting");
  const question = await run.question();
  expect(question).toMatchObject({ over: "unverified", kind: "escalation", suggestion: "revise" });
  expect(question.options.map(({ value }) => value)).not.toContain("accept");
  expect(question.context[0]).toMatch(told);
  expect(await run.happened()).toEqual(["1: attempt 1", "1: held, unverified", "1: asked, unverified"]);
});

test.each(["abort", "retry(1), then abort"])(
  "an agent that is not let in uses no attempt and is nobody's failure, with `on_fail: %s`",
  async (policy) => {
    let sessions = 0;
    const worker = spendingAgent("worker", async function* (_job, host) {
      yield* [];
      sessions += 1;
      if (sessions <= 3) return { reason: "not-let-in", text: "wrong-key: it does not accept the key" };
      await shell(host, "echo one > one.txt");
      return {};
    });
    const run = await aHostedRun({
      plan: planWith([{ ...ONE, more: `**on_fail:** ${policy}` }]),
      agents: { driverFor: () => worker, planner: null },
    });
    for (const attempt of [1, 2, 3]) {
      expect((await run.goOn()).halt).toBe("waiting");
      expect(sessions).toBe(attempt);
      const question = await run.question();
      expect(question).toMatchObject({ over: "unverified", suggestion: "retry" });
      expect(question.context[0]).toMatch(/has no access to its model: wrong-key: .*; fix that and answer `retry`/);
      await run.answer("retry");
    }
    expect((await run.goOn()).halt).toBe("done");
    expect((await run.happened()).filter((line) => line.includes("failed"))).toEqual([]);
  },
);

test("an agent that cannot be reached uses no attempt either, and goes on when it can", async () => {
  const run = await aHostedRun({
    plan: planWith([{ ...ONE, more: "**on_fail:** abort" }]),
    // Nobody listens there.
    command: "exec 3<>/dev/tcp/127.0.0.1/1\necho one > one.txt\n",
  });
  for (const _ of [1, 2]) {
    const { halt, open } = await run.goOn();
    expect(halt).toBe("waiting");
    expect(exitCodeOf({ halt, open })).toBe(4);
    expect((await run.question()).context[0]).toMatch(
      /^the agent cannot connect to its model: .*Connection refused.*; answer `retry` when it can, no attempt is used up/,
    );
    await run.answer("retry");
  }
  write(run.place, { "agent.sh": "#!/usr/bin/env bash\necho one > one.txt\n" });
  expect((await run.goOn()).halt).toBe("done");
  expect((await run.happened()).filter((line) => line.includes("failed"))).toEqual([]);
});

test("tests that pass without the work are no proof: the attempt has failed", async () => {
  const run = await aHostedRun({
    plan: planWith([
      {
        task: "Add `src/one.js` and its test `test/one.test.js`.",
        contract: "node --test test/one.test.js",
        more: "**on_fail:** escalate",
      },
    ]),
    script: `steps:
  1:
    - write: { path: src/one.js, text: "export const one = 1;\\n" }
    - write: { path: test/one.test.js, text: "import test from 'node:test';\\ntest('one', () => {});\\n" }
    - say: Added one.
`,
  });
  await run.goOn();
  expect(await run.happened()).toEqual(["1: attempt 1", "1: failed, hollow", "1: asked, exhausted"]);
  expect((await run.question()).context[0]).toContain("still passes when the work is reverted");
});

test("work that goes far beyond its step waits for a person, and is accepted with its proof", async () => {
  const run = await aHostedRun({
    plan: planWith([{ ...ONE, more: "**files:**\n- add: `one.txt`" }]),
    files: { "lib/other/deep.txt": "deep\n" },
    script: `steps:
  1:
    - write: { path: one.txt, text: "one\\n" }
    - delete: lib/other/deep.txt
    - say: Wrote one.
`,
  });
  await run.goOn();
  const question = await run.question();
  expect(question).toMatchObject({ over: "deviation", kind: "checkpoint", severity: "major" });
  expect(question.context[0]).toContain("lib/other/deep.txt (deleted)");
  await run.answer("accept");
  expect((await run.goOn()).halt).toBe("done");
  expect(run.git("show", "plan/words:.plan/done/words/receipts/01.json")).not.toContain('"by": "eye"');
});
