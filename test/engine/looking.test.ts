import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitIn } from "../a-checkout.ts";
import { planwright } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";
import { aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

/** Writes the word that the step asks for; `three` is beyond it, and `port` makes it ask. */
const WORKER = `task=$(cat)
word=$(grep -oE "Write (one|two|three|port)" <<< "$task" | head -1 | cut -d" " -f2)
echo "writing $word"
case $word in
  three) echo 3 > three.txt ;;
  port) printf 'QUESTION: Which port, 80 or 8080?\\nBoth are free.\\n' ;;
  *) echo "$word" > "$word.txt" ;;
esac
`;
const ONE = { task: "Write one.", contract: "grep -q one one.txt" };
const TWO = { task: "Write two.", contract: "grep -q two two.txt" };
const LOUD = "echo looking for three; cat three.txt; grep -q three three.txt";
const THREE = { task: "Write three.", contract: LOUD, more: "**on_fail:** retry(1), then abort\n" };
const PORT = { task: "Write port.", contract: "test -e port.txt" };

const aScene = (steps: Parameters<typeof stepsPlan>[0]) =>
  aPerson({ files: { "plan.md": stepsPlan(steps) }, command: WORKER });

test("watch tells how a run stands now, whatever was said when it halted last", async () => {
  const { told, run } = await aScene([ONE, TWO]);
  const approve = ["approve", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../agent.sh"];
  expect((await told(...approve)).status).toBe(0);
  const unbegun = "words is approved, and nobody has begun; `planwright resume words` begins\n";
  expect(await told("watch")).toMatchObject({ status: 3, stderr: unbegun });
  expect((await told("status")).stdout).toMatch(
    /^words {2}Words\n {2}approved, and nobody has begun\n {2}planwright resume words {3}begins\n/,
  );
  expect((await told("resume")).status).toBe(0);
  expect(await told("watch")).toMatchObject({ status: 0, stderr: expect.stringMatching(/^words is done/) });

  expect((await told("undo", "2")).status).toBe(0);
  expect(await told("watch")).toMatchObject({ status: 130, stderr: expect.stringMatching(/^words has stopped/) });
  expect((await told("resume", "--mode", "interactive")).status).toBe(3);
  expect(await told("watch")).toMatchObject({ status: 3, stderr: expect.stringMatching(/^words waits for you:\n.*2/) });
  expect((await told("answer", "words", "accept")).status).toBe(0);
  expect(await told("watch")).toMatchObject({ status: 130, stderr: expect.stringMatching(/^words has stopped/) });

  expect((await told("pause")).status).toBe(0);
  expect((await told("cancel")).status).toBe(0);
  expect(await told("watch")).toMatchObject({ status: 1, stderr: expect.stringMatching(/^words went back to draft/) });
  expect((await run("plan.md")).stderr).toContain("words went back to draft");
});

test("log shows of every attempt what the agent printed, what its contracts printed, and why it was refused", async () => {
  const { told, run, git } = await aScene([ONE, THREE]);
  expect((await run("plan.md")).status).toBe(1);
  const shown = (await told("log", "2")).stdout;
  expect(shown).toBe((await told("log", "words", "2")).stdout);
  const attempts = shown.split(/^(?=step 2, )/m);
  expect(attempts).toHaveLength(2);
  expect(attempts[0]).toMatch(
    /^step 2, attempt 1, .*\nwriting three\n\n\$ echo looking for three; cat .*\nlooking for three\n3\nexit 1\n\n✗ refused: `echo looking/,
  );
  const kept = git("branch", "--list", "debug/*", "--format=%(refname:short)").split("\n").at(-1);
  expect(attempts[1]).toContain(`  what it left is kept on ${kept}\n`);
  expect((await told("log", "2", "--attempt", "2")).stdout).toBe(attempts[1]);
  expect((await told("log", "1")).stdout).toMatch(/\n\$ grep -q one one\.txt\nexit 0\n\n✓ passed\n$/);
  const [first] = (await told("log", "2", "--json")).stdout.split("\n");
  expect(JSON.parse(first ?? "")).toMatchObject({ attempt: 1, contracts: [{ exit: "1" }], end: { is: "failed" } });

  const journal = await told("log");
  expect(journal.stdout).toMatch(/the plan has failed: `echo looking.*\n/);
  expect((await told("log", "--attempt", "1")).stderr).toContain("`planwright log words STEP --attempt 1`");
  expect((await told("log", "3")).stderr).toContain("there is no step 3");
});

test("log names no branch that is gone: what failed is kept until the step is accepted", async () => {
  const { told, run, git, place } = await aScene([ONE, { ...THREE, more: "**on_fail:** escalate\n" }]);
  expect((await run("plan.md")).status).toBe(3);
  const [kept] = git("branch", "--list", "debug/*", "--format=%(refname:short)").split("\n");
  expect((await told("log", "2")).stdout).toContain(`kept on ${kept}\n`);
  const mended = WORKER.replace("echo 3 >", "echo three >");
  writeFileSync(join(place, "agent.sh"), mended);
  expect((await told("answer", "words", "retry", "--continue")).status).toBe(0);
  expect(git("branch", "--list", "debug/*")).toBe("");
  expect((await told("log", "2")).stdout).not.toContain("debug/");
  expect((await told("log", "2", "--json")).stdout).not.toContain("debug/");
  expect((await told("log", "2")).stdout).toContain("✗ refused");
});

test("the journal names whoever gave a plan up, and each refusal says what to type next", async () => {
  const { told, run } = await aScene([ONE, { ...THREE, more: "**on_fail:** escalate\n" }]);
  expect((await run("plan.md")).status).toBe(3);
  expect((await told("answer", "words", "abort", "--continue")).status).toBe(1);
  expect((await told("log")).stdout).toMatch(/the plan has failed: (?!.*<).+ gave it up\n/);
  expect((await told("status", "words")).stdout).toMatch(
    /^Words .*\nfailed: .+ gave it up\n {2}planwright resume words {3}begins what is unfinished anew\n {2}planwright revise words {3}lets you change the plan first\n/,
  );
  expect((await told("status")).stdout).toMatch(
    /^words {2}failed: planwright resume words {2}1 of 2 steps done, .*\n$/,
  );
  expect((await told("skip", "2")).stderr).toContain("words has failed; `planwright resume words` takes it up again");
  expect((await told("pr")).stderr).toContain("`planwright status words` says how to go on");

  expect((await told("retry", "2")).status).toBe(0);
  expect(await told("cancel")).toMatchObject({
    status: 0,
    stdout: `words is cancelled; what is accepted stays on plan/words
  planwright revise words   lets you change the plan, and goes on
  planwright resume --branch plan/words   goes on with the plan as it was approved
`,
  });
  expect((await told("resume", "words")).stderr).toContain("`planwright resume --branch plan/words` goes on");
  expect((await told("status", "words")).stdout).toMatch(
    /\ncancelled: .+ sent it back to draft\n {2}planwright revise words .*\n {2}planwright resume --branch plan\/words /,
  );
  expect((await told("resume")).stderr).toContain("`planwright status words` says what became of the last run");
});

test("the inbox says what a worker asks, and counts what waits elsewhere", async () => {
  const { told, run, place, url } = await aScene([PORT]);
  expect((await run("plan.md")).status).toBe(3);
  expect((await told("inbox")).stdout).toMatch(
    /^major {4}step 1, Step 1: the worker asks: Which port, 80 or 8080\?\n {9}words-/,
  );
  expect((await told("status")).stdout).toMatch(
    /\n {2}waiting for you: .*Which port.*\n {2}planwright inbox words-\S+ {3}shows/,
  );
  expect((await told("inbox", "--all")).stdout).toContain(`\n         ${place}/repository\n`);

  const other = tempFolder();
  gitIn(other, "init", "-q");
  const env = { PLANWRIGHT_HOME: join(place, "home"), PLANWRIGHT_DATABASE_URL: url };
  const there = (folder: string, ...args: string[]) => planwright(args, folder, env);
  expect(there(other, "inbox").stdout).toBe("nothing waits here; 1 elsewhere (--all)\n");
  expect(there(other, "status").stdout).toBe("nothing has run in this repository yet; 1 elsewhere (--all)\n");
  const outside = tempFolder();
  for (const command of ["inbox", "status"]) {
    expect(there(outside, command)).toMatchObject({
      status: 2,
      stderr: `planwright: ${outside} is in no git repository; --all shows what there is in all of them\n`,
    });
    expect(there(outside, command, "--all").status).toBe(0);
  }
});

test("a command that cannot tell which run is meant shows how to name one with the words that were typed", async () => {
  const files = { "plan.md": stepsPlan([PORT]), "other.md": stepsPlan([PORT]).replace("# Words", "# Others") };
  const { told, run } = await aPerson({ files, command: WORKER });
  for (const path of ["plan.md", "other.md"]) expect((await run(path)).status).toBe(3);
  for (const [words, example] of [
    [["resume"], "resume NAME"],
    [["continue"], "resume NAME"],
    [["pause"], "pause NAME"],
    [["cancel"], "cancel NAME"],
    [["diff"], "diff NAME"],
    [["log", "1"], "log NAME 1"],
    [["retry", "1"], "retry 1 NAME"],
    [["accept", "1"], "accept 1 NAME"],
    [["undo", "1"], "undo 1 NAME"],
    [["open"], "open NAME"],
  ] as const) {
    const { status, stderr } = await told(...words);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(
          `^planwright: which one\\? (?:words, others|others, words) are not over; \`planwright ${example.replace("NAME", "(?:words|others)")}\` names one of them\n$`,
        ),
      ),
    ]);
  }
  expect((await told("skip", "words", "1")).stderr).toContain("step 1 will be left out");
  expect((await told("skip", "1", "others")).stderr).toContain("step 1 will be left out");
});

test("a run and its step are taken in either order, and a plan named like a step is not taken for it", async () => {
  const { told, run } = await aScene([ONE, THREE]);
  expect((await run("plan.md")).status).toBe(1);
  for (const command of ["log", "diff"]) {
    const shown = await told(command, "words", "2");
    expect(shown.status).toBe(0);
    expect(await told(command, "2", "words")).toEqual(shown);
  }
  expect((await told("merge", "nosuch")).stderr).toMatch(/^planwright: there is no run nosuch here;/);
  expect((await told("merge")).stderr).toContain("words is failed, and only a plan that is done can be merged");
  expect((await told("log", "words", "7")).stderr).toContain("there is no step 7");
  expect((await told("log", "2", "nosuch")).stderr).toContain("there is no run 2 here");
  expect((await told("undo", "words", "1")).stdout).toContain("step 1 is to be done again");
  expect((await told("retry", "words", "2", "--note", "again")).stderr).toContain("step 2 begins again");
});

test("diff says where the work of a step lies that nobody has accepted", async () => {
  const { told, run } = await aScene([{ ...THREE, more: "**on_fail:** escalate\n" }]);
  expect((await run("plan.md")).status).toBe(3);
  const { status, stdout, stderr } = await told("diff");
  expect([status, stdout]).toEqual([0, ""]);
  expect(stderr).toMatch(
    /^plan\/words since [0-9a-f]{10}: nothing is accepted yet\nwhat attempt 1 at step 1 left is not accepted; `planwright diff words 1` shows it\n$/,
  );
  expect((await told("diff", "words", "1")).stdout).toContain("+3\n");
  expect((await told("accept", "1", "--continue")).status).toBe(0);
  const after = await told("diff");
  expect([after.stdout.includes("+3\n"), after.stderr]).toEqual([true, ""]);
});

test("a plan that is answered means its own question, and never one of another repository", async () => {
  const { told, run, place, url } = await aScene([PORT, ONE]);
  const env = { PLANWRIGHT_HOME: join(place, "home"), PLANWRIGHT_DATABASE_URL: url };
  const other = tempFolder();
  gitIn(other, "clone", "-q", join(place, "repository"), ".");
  const there = (...args: string[]) => planwright(args, other, env);
  const begin = ["run", "plan.md", "--yes", "--agent", `command:${join(place, "agent.sh")}`];
  expect(there(...begin).status).toBe(3);
  expect((await run("plan.md")).status).toBe(3);
  const own = (await told("inbox", "words", "--json")).stdout;
  expect((await told("answer", "words", "skip")).status).toBe(0);
  expect(JSON.parse((await told("inbox", "words", "--json")).stdout).id).toBe(JSON.parse(own).id);
  expect((await told("answer", "words", "skip")).stderr).toMatch(/is answered: .* chose skip on /);
  const { stderr } = await told("answer", "nosuch", "skip");
  expect(stderr).toContain("nothing waits here; `planwright inbox --all` shows what does elsewhere");
  expect(JSON.parse(there("inbox", "words", "--json").stdout)).toMatchObject({ answered: null });
});

test("what a run lists as JSON says its version, in every line", async () => {
  const { told, run } = await aScene([ONE, PORT]);
  expect((await run("plan.md")).status).toBe(3);
  for (const words of [
    ["status"],
    ["status", "words"],
    ["inbox"],
    ["inbox", "words"],
    ["log"],
    ["log", "1"],
    ["show", "1"],
    ["show", "1", "--prompt"],
    ["cost"],
    ["receipts", "plan/words"],
    ["audit", "plan/words"],
    ["undo", "1"],
  ]) {
    const { stdout } = await told(...words, "--json");
    const documents = words[0] === "log" ? stdout.trimEnd().split("\n") : [stdout];
    for (const text of documents) expect(JSON.parse(text), words.join(" ")).toMatchObject({ version: 1 });
  }
});
