import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { write } from "../a-checkout.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";
import { type ATerminal, aTerminal, tmux } from "./a-terminal.ts";
import { letGo, UNTIL_LET_GO } from "./let-go.ts";

const PLAN = stepsPlan([
  { task: "Write one.", contract: "grep -q one one.txt" },
  { task: "Write two.", contract: "grep -q two two.txt" },
]);

/** What it prints tries to take the terminal over. */
const worker = (meanwhile: string): string => `word=$(grep -oE "Write (one|two)" | head -1 | cut -d" " -f2)
printf '\\033[2J\\033[H\\033[31mbusy with %s\\033[0m\\n' "$word"
${meanwhile}
echo "$word" > "$word.txt"
`;
const WORKER = worker(":");
/** Works until somebody who has seen it lets it go. */
const WATCHED = worker(UNTIL_LET_GO);
const PW = resolve("bin/planwright");

test("a plan is approved, watched and decided on in a terminal", async (context) => {
  tmux(context);
  const scene = aPlanRun({ files: { "plan.md": PLAN }, agents: { worker: WATCHED } }, (await aDatabase()).url);
  const { top, env, run, git } = scene;
  const terminal = aTerminal(top, env);
  const command = `${PW} run plan.md --agent command:../worker.sh; echo "status $?"`;
  writeFileSync(join(top, "mine.txt"), "not committed\n");

  terminal.type(`clear; ${command}\n`);
  const asked = await terminal.sees(/Run it\? \[yes\/N\]$/m);
  expect(asked).toMatch(/^Words\n\n {2}1\. Step 1\n {5}\$ grep -q one one\.txt\n/m);
  expect(asked).toMatch(/^mode {7}interactive: /m);
  expect(asked).toContain("1 uncommitted file is not part of it");
  terminal.type("n\n");
  await terminal.sees(/nothing was started\nstatus 2/);
  expect(git("branch", "--list", "plan/*")).toBe("");

  terminal.type(`clear; ${command}\n`);
  await terminal.sees(/Run it\? \[yes\/N\]$/m);
  terminal.type("y\n");
  await terminal.sees(/type the whole word: yes$/m);
  terminal.type("yes\n");
  const live = await terminal.sees(/^▸ 1\. Step 1 +busy with one .* s$/m);
  expect(live).toMatch(/^· 2\. Step 2\n0 of 2 steps done, .*, Ctrl-C stops$/m);
  expect(terminal.isCursorVisible()).toBe(false);
  terminal.resize(45);
  letGo(scene);

  await terminal.sees(/your answer/);
  expect(terminal.isCursorVisible()).toBe(true);
  terminal.resize(100);
  terminal.type("7\n");
  await terminal.sees(/`7` is not an answer/);
  terminal.type("adjust\n");
  await terminal.sees(/your words to the worker:/);
  terminal.type("louder\n");
  await terminal.sees(/answers adjust: louder[\s\S]*busy with one/);
  letGo(scene);
  await terminal.sees(/louder[\s\S]*your answer/);

  // Somebody else is quicker.
  expect(run(["answer", "words", "accept"]).status).toBe(0);
  const second = await terminal.sees(/2\. Step 2 +busy with two/m);
  expect(second.match(/^▸/gm)).toHaveLength(1);
  terminal.press("C-c");
  await terminal.sees(/planwright resume words {3}continues\nstatus 130/);
  expect(terminal.isCursorVisible()).toBe(true);
  expect(terminal.screen()).not.toContain("Ctrl-C stops");

  terminal.type(`clear; ${PW} resume --mode autonomous; echo "status $?"\n`);
  await terminal.sees(/2\. Step 2 .*busy with two/m);
  letGo(scene);
  const done = await terminal.sees(/status 0/);
  expect(done).toMatch(/^✓ 2\. Step 2: proven and accepted/m);
  expect(done).not.toContain("▸");
  expect(JSON.parse(run(["log", "words", "--json"]).stdout.split("\n")[0] ?? "")).toMatchObject({ via: "terminal" });
  expect(existsSync(join(top, "one.txt"))).toBe(false);
});

test("a no is a no with a word and a status, and Ctrl-C is no answer", async (context) => {
  tmux(context);
  const files = { "plan.md": PLAN, "ticked.md": PLAN.replace("### 1. Step", "### 1. ✅ Step") };
  const scene = aPlanRun({ files, agents: { worker: WORKER } }, (await aDatabase()).url);
  const { top, env, run, git } = scene;
  const terminal = aTerminal(top, env);
  const agent = "--agent command:../worker.sh";
  const answering = (command: string, answer: Refusal, ending: RegExp) => refusing(terminal, command, answer, ending);

  await answering(`run ticked.md ${agent}`, "n", /nothing was started\n.*\nstatus 2/);
  // Whoever keeps what a command prints is there all the same.
  await answering(`run plan.md ${agent} | cat`, "n", /nothing was started\n.*\nstatus 2/);
  await answering(`run plan.md ${agent}`, "Ctrl-C", /^status 130/m);
  expect(git("branch", "--list", "plan/*")).toBe("");

  expect(run(["run", "plan.md", "--yes", "--mode", "autonomous", ...agent.split(" ")]).status).toBe(0);
  await answering("merge", "n", /nothing was merged\n.*\nstatus 2/);
  await answering("merge", "Ctrl-C", /^status 130/m);
  expect(git("rev-parse", "main")).toBe(git("rev-parse", "plan/words~6"));
  await answering("clean", "n", /nothing was removed\n.*\nstatus 2/);
  await answering("clean", "Ctrl-C", /^status 130/m);
});

test("a revision is shown, refused and approved in a terminal, and the run goes on there", async (context) => {
  tmux(context);
  const plan = PLAN.replace("grep -q two two.txt", "grep -q 2 two.txt").replace(/$/, "**on_fail:** escalate\n");
  const scene = aPlanRun({ files: { "plan.md": plan }, agents: { worker: WORKER } }, (await aDatabase()).url);
  const { place, top, env, run, git } = scene;
  const agent = ["--agent", "command:../worker.sh"];
  expect(run(["run", "plan.md", "--yes", "--mode", "autonomous", ...agent]).status).toBe(3);
  const before = git("rev-parse", "plan/words");
  writeFileSync(join(top, "plan.md"), plan.replace("grep -q 2 two.txt", "grep -q two two.txt"));

  write(place, { "worker.sh": `#!/usr/bin/env bash\n${WATCHED}` });
  const terminal = aTerminal(top, env);
  const revise = "revise words plan.md";
  const asked = await refusing(terminal, revise, "n", /nothing was revised\n.*\nstatus 2/);
  expect(asked).toMatch(/^Approve the changes and continue\? \[yes\/N\]$/m);
  expect(asked).toMatch(/^plan\/words → plan\.md: 1 change/m);
  expect(asked).toContain("as approved: step 1 (done), and all else that it says");
  await refusing(terminal, revise, "Ctrl-C", /^status 130/m);
  expect(git("rev-parse", "plan/words")).toBe(before);

  terminal.type(`clear; ${PW} ${revise}; echo "status $?"\n`);
  await terminal.sees(/\[yes\/N\]$/m);
  terminal.type("yes\n");
  await terminal.sees(/^▸ 2\. Step 2 +attempt 2, busy with two/m);
  letGo(scene);
  expect(await terminal.sees(/status 0/)).toMatch(/^✓ 2\. Step 2: proven and accepted/m);
  expect(git("log", "--format=%s", "plan/words")).toContain("plan revised: words");
});

type Refusal = "n" | "Ctrl-C";

/** Types a command, and an answer when it asks; waits for how it ends, and says what was asked. */
async function refusing(terminal: ATerminal, command: string, answer: Refusal, ending: RegExp): Promise<string> {
  // What was typed before anything was asked is no answer, so the last question has to be gone.
  terminal.type("clear\n");
  await terminal.sees(/^\S*[$#]\s*$/);
  terminal.type(`clear; ${PW} ${command}\n`);
  const asked = await terminal.sees(/\[(?:y|yes)\/N\]$/m);
  if (answer === "n") terminal.type("n\n");
  else terminal.press("C-c");
  // The shell asks for the next command.
  await terminal.sees(/^\S*[$#]$/m);
  terminal.type('echo "status $PIPESTATUS"\n');
  await terminal.sees(ending);
  return asked;
}
