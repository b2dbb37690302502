import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skipStep } from "../../src/engine/questions/orders.ts";
import { stepOf } from "../../src/engine/state/step-run.ts";
import { write } from "../a-checkout.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";
import { type APlanRun, aPlanRun, stepsPlan } from "./a-plan-run.ts";

const THREE = [1, 2, 3].map((n) => ({ contract: `test -e ${n}.txt` }));

test("a plan that has spent its money asks before the next step, exits with 5, and goes on when it is raised", () => {
  const { run, git } = withClaude(stepsPlan(THREE).replace("# Words\n", "# Words\n\n**Budget:** $1\n"), 0.6);
  const first = run(["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:claude"]);
  expect(first).toMatchObject({ status: 5 });
  // The second step was not begun: $0.40 are left, and a step takes $0.60 here.
  expect(first.stdout).toContain("budget exceeded, 2 steps remaining, need $0.80 more");
  expect(accepted(git)).toHaveLength(1);
  const shown = run(["status", "words"]).stdout;
  expect(shown).toContain("$0.60 of $1.00");
  expect(shown).toContain("1.2k tokens");

  const [question] = JSON.parse(run(["inbox", "--json"]).stdout).questions;
  expect(question).toMatchObject({ step: null, over: "budget", kind: "budget", severity: "major" });
  expect(question.context.join("\n")).toMatch(/spent so far: .*\$0\.60 of \$1\.00[\s\S]*step 1, Step 1: .*\$0\.60/);
  const refused = run(["answer", question.id, "raise", "--note", "a lot"]);
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain("`a lot` is not a limit; write it as a budget");

  const raised = run(["answer", question.id, "raise", "--note", "$0.30", "--continue"]);
  // Whoever grants less than a step takes wants it tried all the same; one turn is how far it goes beyond.
  expect(raised).toMatchObject({ status: 5 });
  expect(accepted(git)).toHaveLength(2);
  expect(raised.stdout).toContain("budget exceeded, 1 step remaining, need $0.50 more");
  const [next] = JSON.parse(run(["inbox", "--json"]).stdout).questions;
  expect(run(["answer", next.id, "raise", "--continue"])).toMatchObject({ status: 0 });
  expect(accepted(git)).toHaveLength(3);
  expect(run(["status", "words"]).stdout).toContain("$1.80 of $1.80");
});

test("a budget that is written anew replaces what was granted besides the old one", () => {
  const { run, top } = withClaude(stepsPlan(THREE).replace("# Words\n", "# Words\n\n**Budget:** $1\n"), 0.6);
  run(["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:claude"]);
  expect(run(["answer", "words", "raise", "--note", "$0.70"]).status).toBe(0);
  expect(run(["status", "words"]).stdout).toContain("$0.60 of $1.70");
  run(["revise", "words"]);
  const path = join(top, "plan-words.md");
  const text = readFileSync(path, "utf8");
  write(top, { "plan-words.md": text.replace("### 3. Step 3", "### 3. The last one") });
  // What the new text leaves as it was stays raised.
  expect(run(["revise", "words", "plan-words.md", "--yes"])).toMatchObject({ status: 5 });
  expect(run(["status", "words"]).stdout).toContain("$1.20 of $1.70");

  write(top, { "plan-words.md": text.replace("### 3. Step 3", "### 3. The last one").replace("$1\n", "$1.50\n") });
  const revised = run(["revise", "words", "plan-words.md", "--yes"]);
  expect(revised.stderr).toContain(
    "the plan's budget holds as it is written: what was granted besides ($0.70) no longer does",
  );
  expect(revised).toMatchObject({ status: 5 });
  expect(run(["status", "words"]).stdout).toContain("$1.20 of $1.50");
});

test("a budget that is too small for the first step asks before anything has begun", async () => {
  const run = await aHostedRun({
    plan: planWith(THREE, "**Budget:** max 1k tokens\n\n"),
    command: "cat > /dev/null\nfor n in 1 2 3; do [ -e $n.txt ] || { touch $n.txt; break; }; done\necho Done.\n",
  });
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.happened()).toEqual(["plan: asked, budget"]);
  const { headline, options } = await run.question();
  expect(headline).toMatch(/^budget exceeded, 3 steps remaining, need \d+k tokens more$/);
  expect(options.map(({ value }) => value)).toEqual(["raise", "revise", "abort", "stop"]);
  // Nobody has decided: it is asked again when the run goes on.
  await run.answer("stop");
  expect((await run.goOn()).halt).toBe("paused");
  await run.takeUp();
  expect((await run.goOn()).halt).toBe("waiting");
  await run.answer("raise", "none");
  expect((await run.goOn()).halt).toBe("done");
});

test("a question about the budget is settled when the steps it was for are left out", async () => {
  const run = await aHostedRun({
    plan: planWith(THREE, "**Budget:** max 1k tokens\n\n"),
    command: "cat > /dev/null\ntouch 1.txt\necho Done.\n",
  });
  const leaveOut = (...steps: number[]) =>
    Promise.all(steps.map((n) => skipStep(run.store.journal, run.run, stepOf(run.run.plan, `${n}`), "Ann", "")));
  expect((await run.goOn()).halt).toBe("waiting");
  const { id } = await run.question();
  // One less is still too much; what is missing is counted anew.
  await leaveOut(1);
  expect((await run.goOn()).halt).toBe("waiting");
  const next = await run.question();
  expect(next.id).not.toBe(id);
  expect(next.headline).toContain("2 steps remaining");
  await leaveOut(2, 3);
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.store.inbox.open({ run: run.run.id })).toEqual([]);
});

test("what an agent does not report is not known, and never nothing", async () => {
  const run = await aHostedRun({
    plan: planWith(THREE, "**Budget:** max $1, 1 second wall clock\n\n"),
    command: "cat > /dev/null\ntouch 1.txt 2.txt 3.txt\nsleep 0.8\necho Done.\n",
  });
  expect((await run.goOn()).halt).toBe("waiting");
  const { context } = await run.question();
  expect(context.join("\n")).toContain("an unknown part of $1.00");
  expect(context.join("\n")).toContain("not all that step 1, Step 1 has used is known");
});

test("an agent is stopped when the time is used up; its work is kept, and goes on when it is raised", async () => {
  const run = await aHostedRun({
    plan: planWith(
      [{ contract: "grep -q one 1.txt && grep -q two 1.txt" }],
      "**Budget:** max 10 seconds wall clock\n\n",
    ),
    command: `cat > prompt.txt
if [ -e 1.txt ]; then echo two >> 1.txt; else echo one > 1.txt; sleep 60; fi
rm prompt.txt
echo Done.
`,
  });
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.happened()).toEqual(["1: attempt 1", "1: held, budget", "1: asked, budget"]);
  const question = await run.question();
  expect(question).toMatchObject({ kind: "budget", step: "1", suggestion: "raise" });
  expect(question.headline).toMatch(/^budget exceeded, 1 step remaining, need \d+ minutes more: step 1, Step 1 was/);
  expect(question.options.map(({ value }) => value)).toEqual(["raise", "retry", "revise", "abort"]);
  await run.answer("raise", "10 minutes");
  expect((await run.goOn()).halt).toBe("done");
  expect((await run.happened()).slice(3)).toEqual([
    "1: answered, raise",
    "1: attempt 1 goes on (2)",
    "1: passed",
    "1: accepted",
    "completed",
  ]);
});

test("work that is finished when the time is over is accepted, and only the next step waits", async () => {
  const run = await aHostedRun({
    plan: planWith(
      THREE.slice(0, 2).map(({ contract }) => ({ contract: `${contract} && sleep 10.1` })),
      "**Budget:** max 10 seconds wall clock\n\n",
    ),
    command: "cat > /dev/null\ntouch 1.txt 2.txt\necho Done.\n",
  });
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.happened()).toEqual(["1: attempt 1", "1: passed", "1: accepted", "plan: asked, budget"]);
  await run.answer("revise");
  expect((await run.goOn()).halt).toBe("cancelled");
});

test("a step has a budget of its own", async () => {
  const run = await aHostedRun({
    plan: planWith([
      { contract: "test -e 1.txt" },
      { contract: "grep -q right 2.txt", more: "**budget:** 1 second\n**on_fail:** retry(3)" },
    ]),
    command: `cat > /dev/null
if [ -e 1.txt ]; then echo wrong > 2.txt; sleep 0.8; else touch 1.txt; fi
echo Done.
`,
  });
  expect((await run.goOn()).halt).toBe("waiting");
  const question = await run.question();
  expect(question.headline).toMatch(/^budget exceeded for step 2, Step 2, need \d+ seconds? more/);
  await run.answer("abort");
  expect((await run.goOn()).halt).toBe("failed");
});

test("a budget of nothing is no budget", () => {
  const { run } = aPlanRun({ files: { "plan.md": stepsPlan([{ contract: "true", more: "**budget:** $0\n" }]) } });
  const { status, stdout } = run(["verify", "plan.md"]);
  expect(status).toBe(1);
  expect(stdout).toContain("a limit for money must be more than nothing");
});

const accepted = (git: APlanRun["git"]): string[] =>
  git("log", "--format=%s", "plan/words")
    .split("\n")
    .filter((subject) => subject.startsWith("plan accepted"));

/** Claude Code as far as its output goes: it creates the next file, and says what that has cost. */
function withClaude(plan: string, usd: number): APlanRun {
  const made = aPlanRun({ files: { "plan.md": plan } });
  const result = {
    ...{ type: "result", subtype: "success", result: "Wrote it." },
    modelUsage: { "claude-x": { inputTokens: 1000, outputTokens: 200, costUSD: usd } },
  };
  const program = "bin/claude";
  write(made.place, {
    [program]: `#!/usr/bin/env bash
cat > /dev/null
n=1; while [ -e $n.txt ]; do n=$((n + 1)); done
touch $n.txt
echo '${JSON.stringify(result)}'
`,
  });
  chmodSync(join(made.place, program), 0o755);
  const env = { PATH: `${join(made.place, "bin")}:${process.env.PATH}`, ANTHROPIC_API_KEY: "sk-of-nobody" };
  return { ...made, run: (args, more = {}) => made.run(args, { ...env, ...more }) };
}
