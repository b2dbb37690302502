import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aHostedRun } from "./a-hosted-run.ts";
import { aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

/** Prints what it reads, so that it can be compared with what is shown. */
const WORKER = `echo
base64 -w0
echo
`;

const PLAN = stepsPlan([{ task: "Write one.", contract: "grep -q one one.txt", more: "**on_fail:** escalate\n" }]);

/** What the agent printed of what it had read. */
const readIn = (log: string): string =>
  Buffer.from(/\n([A-Za-z0-9+/]{40,}=*)\n/.exec(log)?.[1] ?? "", "base64").toString();

test("show --prompt shows what really went to the worker, in each attempt, with the person's notes", async () => {
  const { told, run } = await aPerson({ files: { "plan.md": PLAN }, command: WORKER });
  expect((await run("plan.md")).status).toBe(3);
  expect((await told("retry", "1", "--note", "mind the gap", "--continue")).status).toBe(3);
  const json = JSON.parse((await told("show", "words", "1", "--prompt", "--json")).stdout);
  expect(json).toMatchObject({
    version: 1,
    plan: "words",
    step: { number: 1 },
    prompts: [{ attempt: 1 }, { attempt: 2 }],
  });
  for (const [index, { text }] of json.prompts.entries()) {
    const log = (await told("log", "1", "--attempt", String(index + 1))).stdout;
    expect(text).toBe(readIn(log));
    expect(text).toContain("Write one.");
    expect(text.includes("mind the gap")).toBe(index === 1);
  }
  const shown = (await told("show", "1", "words", "--prompt", "--attempt", "2")).stdout;
  expect(shown).toMatch(/^step 1, attempt 2, .*\n\n/);
  expect(shown).toContain("mind the gap");
  expect((await told("show", "1")).stdout).toMatch(
    /^step 1: Step 1\n.*, 2 attempts\n\nWrite one\.\n\n\$ grep -q one one\.txt\n$/,
  );
  expect((await told("show")).stderr).toContain("name a step; `planwright show words 1` shows the first");
  expect((await told("show", "1", "--prompt", "--attempt", "9")).stderr).toContain("step 1 has no attempt 9");
});

test("what a worker is told can be read while it works", async () => {
  const run = await aHostedRun({ plan: PLAN, command: "cat; echo; echo SAID ALL" });
  const seen: string[] = [];
  let printed = "";
  await run.goOn((text) => {
    printed += text;
    if (!printed.includes("SAID ALL") || seen.length > 0) return;
    const files = globSync("**/*.prompt", { cwd: run.home });
    seen.push(...files.map((file) => readFileSync(join(run.home, file), "utf8")));
  });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toContain("Write one.");
  expect(printed.startsWith(seen[0] ?? "?")).toBe(true);
});
