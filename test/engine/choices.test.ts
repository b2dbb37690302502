import { resolve } from "node:path";
import { expect, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";
import { aPerson } from "./a-person.ts";
import { aPlanRun } from "./a-plan-run.ts";
import { aTerminal, tmux } from "./a-terminal.ts";

/** What a worker offers to choose from, on its way to a person and back. */

const ASK = `cat <<'JSON'
I have looked at both.

\`\`\`json
{
  "type": "question",
  "question": "Which word?",
  "context": "Both are used elsewhere.",
  "severity": "critical",
  "options": [
    { "label": "The first", "value": "one", "description": "as in the title" },
    { "label": "The second", "value": "two" }
  ],
  "default": "two"
}
\`\`\`
JSON
`;

const WORKER = `prompt=$(cat)
printf '%s\\n' "$prompt" >&2
if grep -q 'You asked' <<< "$prompt"; then echo one > one.txt; echo "Wrote one."; exit; fi
${ASK}`;

const PLAN = planWith([{ contract: "grep -q one one.txt" }]);

test("a worker's question has its own severity, context and choices; the worker reads what was chosen", async () => {
  const run = await aHostedRun({ plan: PLAN, command: WORKER });
  expect((await run.goOn()).halt).toBe("waiting");
  const question = await run.question();
  expect(question).toMatchObject({
    over: "question",
    severity: "critical",
    headline: "step 1, Step 1: the worker asks: Which word?",
    suggestion: "continue",
    choices: [
      { label: "The first", value: "one", description: "as in the title", isDefault: false },
      { label: "The second", value: "two", description: "", isDefault: true },
    ],
  });
  expect(question.context.slice(0, 2)).toEqual(["Which word?", "Both are used elsewhere."]);
  expect(question.context.join("\n")).not.toContain("said:");

  // The default is taken by nobody but the person.
  await expect(run.answer("continue")).rejects.toThrow("needs your words");
  await run.answer("continue", "1");
  expect((await run.events()).findLast(({ type }) => type === "answered")).toMatchObject({ note: "one" });
  expect((await run.goOn()).halt).toBe("done");
  expect(run.printed("1/1/2")).toContain(`You asked:

\`\`\`
Which word?

1. The first (one): as in the title
2. The second (two) [default]
\`\`\`

The answer:

\`\`\`
The first (one): as in the title
\`\`\``);
});

test("a person may use words of their own all the same", async () => {
  const run = await aHostedRun({ plan: PLAN, command: WORKER });
  await run.goOn();
  await run.answer("continue", "3");
  expect((await run.goOn()).halt).toBe("done");
  expect(run.printed("1/1/2")).toContain("The answer:\n\n```\n3\n```");
});

test("the inbox lists the choices, and a command takes one by its value or its number", async () => {
  const ann = await aPerson({ files: { "plan.md": PLAN }, command: WORKER });
  expect((await ann.run("plan.md")).status).toBe(3);
  const listed = (await ann.told("inbox")).stdout;
  expect(listed).toMatch(/^critical step 1, Step 1: the worker asks: Which word\?$/m);
  expect(listed).toContain("         1  one: The first\n         2  two: The second (the worker's default)\n");
  expect(listed).toMatch(/planwright answer \S+ continue\|edit\|retry\|skip\|abort --note 1\|2\|TEXT --continue/);
  const [asked] = JSON.parse((await ann.told("inbox", "--json")).stdout).questions;
  expect(asked.choices).toEqual([
    { label: "The first", value: "one", description: "as in the title", isDefault: false },
    { label: "The second", value: "two", description: "", isDefault: true },
  ]);
  expect((await ann.told("inbox", "words")).stdout).toContain(`  1  one       The first: as in the title
  2  two       The second (the worker's default)
  3  continue  Answer (suggested): your words go to the worker, which continues where it stopped
  4  edit      Change it yourself: `);
  const given = await ann.told("answer", "words", "continue", "--note", "two", "--continue");
  expect(given).toMatchObject({ status: 0, stderr: expect.stringMatching(/^Answer: The second\n/) });
  expect((await ann.told("log", "words", "1")).stdout).toContain("The second (two)\n");
  expect((await ann.told("inbox", asked.id)).stdout).toMatch(/ chose continue, .*: two\n$/);
});

test("a person who sits there types what the worker proposes: of a critical question the whole word", async (context) => {
  tmux(context);
  const { top, env, git } = aPlanRun(
    { files: { "plan.md": PLAN }, agents: { worker: WORKER } },
    (await aDatabase()).url,
  );
  const terminal = aTerminal(top, env);
  const command = `${resolve("bin/planwright")} run plan.md --yes --mode autonomous --agent command:../worker.sh`;
  terminal.type(`clear; ${command}; echo "status $?"\n`);
  const asked = await terminal.sees(/your answer/);
  expect(asked).toMatch(/1 {2}one +The first: as in the title\n +2 {2}two +The second \(the worker's default\)\n/);
  terminal.type("1\n");
  await terminal.sees(/type the whole word: one$/m);
  terminal.type("one\n");
  await terminal.sees(/answers continue: one/);
  await terminal.sees(/status 0/);
  expect(git("show", "plan/words:one.txt")).toBe("one");
});
