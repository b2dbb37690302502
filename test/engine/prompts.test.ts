import { chmodSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { write } from "../a-checkout.ts";
import { tempFolder } from "../temp-folder.ts";
import { aHostedRun } from "./a-hosted-run.ts";
import { type APlanRun, aPlanRun } from "./a-plan-run.ts";
import { type ATerminal, aTerminal, tmux } from "./a-terminal.ts";
import { letGo, UNTIL_LET_GO } from "./let-go.ts";

/** Every question that a person is asked in a terminal, and every way to answer it there. */

const TITLE = "Limit the requests that one address can make in a minute to what was agreed with everybody";
const step = (number: number, title: string, word: string): string =>
  `\n### ${number}. ${title}\n\n**task:**\nWrite ${word}.\n\n**contract:**\n\`\`\`shell\ngrep -q ${word} ${word}.txt\n\`\`\`\nexit_code == 0\n`;
const PLAN = `---\ntype: plan\n---\n\n# Words\n\n## Steps\n${step(1, TITLE, "one")}`;

const SAID =
  "I wrote it and thought about it for a long time because there are many ways to write it and few are right";
const WORKER = `cat > /dev/null
echo "${SAID}"
echo one > one.txt
for number in $(seq 1 8); do echo "line $number of the work"; done >> one.txt
`;
const ASKING = `prompt=$(cat)
printf '%s\\n' "$prompt" >&2
if grep -q 'You asked' <<< "$prompt"; then echo one > one.txt; exit; fi
printf 'QUESTION: which word\\n'
`;

type Scene = APlanRun & { terminal: ATerminal; types(command: string): Promise<void> };

async function aScene(worker: string, size: { columns: number; rows: number }, more = {}): Promise<Scene> {
  const scene = aPlanRun({ files: { "plan.md": PLAN }, agents: { worker } }, (await aDatabase()).url);
  const person = {
    ...{ PW: resolve("bin/planwright"), EDITOR: `sh ${join(scene.place, "editor")}`, PLANWRIGHT_NOTIFY: "bell" },
    ...{ GIT_PAGER: `cat > ${join(scene.place, "paged")}` },
  };
  const terminal = aTerminal(scene.top, { ...scene.env, ...person, ...more }, size);
  const types: Scene["types"] = async (command) => {
    // Nothing that was asked before is taken for what is asked now.
    terminal.type("clear\n");
    await terminal.sees(/^\S*[$#]\s*$/);
    terminal.type(`clear; ${command}\n`);
  };
  return { ...scene, terminal, types };
}

const RUN = "$PW run plan.md --agent command:../worker.sh";

/** The terminal has broken no line by itself; it would do so in the middle of a word. */
function expectUnbroken({ terminal }: Scene): void {
  expect(
    terminal
      .screen("joined")
      .trimEnd()
      .split("\n")
      .map((line) => line.trimEnd()),
  ).toEqual(
    terminal
      .screen()
      .trimEnd()
      .split("\n")
      .map((line) => line.trimEnd()),
  );
}

const REVIEW = /your answer \(Enter: accept\):$/m;

test.for([80, 120])(
  "on %i columns work is looked at with every key, changed by hand, proven and accepted",
  async (columns, context) => {
    tmux(context);
    const scene = await aScene(WORKER, { columns, rows: 50 });
    const { terminal, types, place, run, git } = scene;
    const paged = (): string => stripVTControlCharacters(readFileSync(join(place, "paged"), "utf8"));
    write(place, { editor: 'echo "by hand" >> "$1/one.txt"\n' });

    await types(`${RUN}; echo "status $?"`);
    await terminal.sees(/Run it\? \[yes\/N\]$/m);
    expectUnbroken(scene);
    terminal.type("yes\n");
    const review = await terminal.sees(REVIEW);
    expect(review).toMatch(
      /before it is\s+accepted\n\n {2}diff --git [\s\S]* {2}\+line 8 of the work\n\n {2}\$ grep -q one one\.txt\n {2}passes now \(\d.*\n/,
    );
    expect(review).not.toMatch(/exit 0|more line/);
    expectUnbroken(scene);

    terminal.type("?\n");
    await terminal.sees(/leaves the question for later[\s\S]*your answer/);
    expectUnbroken(scene);
    terminal.type("d\n");
    await terminal.sees(/: d\n[\s\S]*your answer/);
    expect(paged()).toMatch(/diff --git [\s\S]*\+line 8 of the work/);
    terminal.type("l\n");
    await terminal.sees(/: l\n[\s\S]*your answer/);
    expect(paged()).toContain(SAID);

    // Whoever has looked and leaves it for later finds it again, everywhere.
    terminal.press("C-d");
    await terminal.sees(/status 3/);
    expectUnbroken(scene);
    for (const command of ["status", "status words", "inbox", "inbox words", "verify plan.md", "watch"]) {
      await types(`$PW ${command}; echo "status $?"`);
      await terminal.sees(/status \d/);
      expectUnbroken(scene);
    }

    await types('$PW resume; echo "status $?"');
    await terminal.sees(REVIEW);
    terminal.type("e\n");
    await terminal.sees(/have it proven now\?/);
    terminal.type("n\n");
    await terminal.sees(/have it proven now\? [\s\S]*your answer/);
    expect(run(["log", "words"]).stdout).not.toContain("by hand");
    terminal.type("edit\n");
    await terminal.sees(/: edit\n[\s\S]*have it proven now\?/);
    terminal.press("Enter");
    await terminal.sees(/\+by hand\n[\s\S]*passes now[\s\S]*your answer/);
    expectUnbroken(scene);
    terminal.type("ac\n");
    await terminal.sees(/status 0/);
    expectUnbroken(scene);
    expect(git("show", "plan/words:one.txt")).toContain("by hand");
    expect(run(["log", "words"]).stdout).toMatch(/attempt 1 continues, .*, by hand/);
  },
);

test("what a person changes by hand is proven like a worker's", async () => {
  const run = await aHostedRun({ plan: PLAN, mode: "interactive", command: WORKER });
  await run.goOn();
  const [tree = ""] = globSync(join(run.home, "repositories/*/runs/words-*/work/tree"));
  write(tree, { "one.txt": "two\n" });
  await run.answer("edit");
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.question()).toMatchObject({ over: "retry" });
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: passed", "1: asked, checkpoint", "1: answered, edit"],
    ...["1: attempt 1 goes on (2)", "1: failed, contract", "1: asked, retry"],
  ]);
});

test("any text answers a worker's question, but a slip is asked about", async (context) => {
  tmux(context);
  const { terminal, types, run } = await aScene(ASKING, { columns: 80, rows: 40 });
  await types(`${RUN} --yes --mode autonomous; echo "status $?"`);
  await terminal.sees(/your answer/);
  terminal.type("skp\n");
  await terminal.sees(/did you mean skip\?/);
  terminal.press("Enter");
  await terminal.sees(/did you mean skip\?[\s\S]*your answer/);
  terminal.type("use the first, please\n");
  await terminal.sees(/answers continue: use the\s+first, please[\s\S]*status 0/);
  expect(run(["log", "words", "1"]).stdout).toContain("use the first, please");
});

test("what is typed before anything is asked is no answer", async (context) => {
  tmux(context);
  const scene = await aScene(`${UNTIL_LET_GO}\n${WORKER}`, { columns: 80, rows: 40 });
  const { terminal, types, run, git } = scene;
  await types(`${RUN}; echo "status $?"`);
  await sleep(300);
  terminal.type("yes\n");
  await terminal.sees(/Run it\? \[yes\/N\]$/m);
  await sleep(1000);
  expect(git("branch", "--list", "plan/*")).toBe("");
  terminal.type("yes\n");
  await terminal.sees(/^▸ 1\./m);
  terminal.type("accept\n1\n\n");
  await sleep(300);
  letGo(scene);
  await terminal.sees(REVIEW);
  await sleep(1000);
  expect(run(["log", "words"]).stdout).not.toContain("answers");
  expect(terminal.screen()).toMatch(REVIEW);
  terminal.type("abort\n");
  await terminal.sees(/status 1/);
});

test("what a yes or no decides is asked with no as the answer of whoever only presses Enter", async (context) => {
  tmux(context);
  const scene = await aScene(WORKER, { columns: 80, rows: 40 });
  const { terminal, types, top, git } = scene;
  const asked = async (command: string, question: RegExp, answer: string, then: RegExp): Promise<void> => {
    await types(`${command}; echo "status $?"`);
    await terminal.sees(question);
    expectUnbroken(scene);
    terminal.type(`${answer}\n`);
    await terminal.sees(then);
    expectUnbroken(scene);
  };
  const pushing = PLAN.replace("Write one.", "Write one, push the branch and open a pull request.");
  write(top, { "ticked.md": PLAN.replace("### 1. ", "### 1. ✅ "), "pushing.md": pushing });

  const ticked = RUN.replace("plan.md", "ticked.md");
  await asked(ticked, /all steps\s+pending\? \[y\/N\]$/m, "", /nothing was started\n[\s\S]*status [^0]/);
  await asked(ticked, /all steps\s+pending\? \[y\/N\]$/m, "y", /Run it\? \[yes\/N\]$/m);
  // A letter is enough above, and not here.
  terminal.type("y\n");
  await terminal.sees(/the whole word/);
  terminal.press("Enter");
  await terminal.sees(/status [^0]/);

  const pushes = RUN.replace("plan.md", "pushing.md");
  await asked(pushes, /pull\s+request\s+there\? \[y\/N\]$/m, "", /Run it\? \[yes\/N\]$/m);
  terminal.press("Enter");
  await terminal.sees(/status [^0]/);
  expect(git("branch", "--list", "plan/*")).toBe("");

  const own = "env -u PLANWRIGHT_DATABASE_URL $PW";
  await types(`${own} approve plan.md --yes --agent command:../worker.sh; echo "status $?"`);
  await terminal.sees(/status 0/);
  await asked(`${own} down --forget`, /delete it\? \[y\/N\]$/m, "", /status [^0]/);
  await types(`${own} status; echo "status $?"`);
  await terminal.sees(/^words [\s\S]*status 0/m);
  await asked(`${own} down --forget`, /delete it\? \[y\/N\]$/m, "y", /status 0/);
});

test("a merge, and a plan that was approved elsewhere, want the whole word", async (context) => {
  tmux(context);
  const scene = await aScene(WORKER, { columns: 80, rows: 40 });
  const { terminal, types, place, git } = scene;
  const inWord = async (command: string, question: RegExp, then: RegExp): Promise<void> => {
    await types(`${command}; echo "status $?"`);
    await terminal.sees(question);
    expectUnbroken(scene);
    terminal.type("y\n");
    await terminal.sees(/type the whole word: yes/);
    terminal.type("yes\n");
    await terminal.sees(then);
    expectUnbroken(scene);
  };
  await types(`${RUN} --yes; echo "status $?"`);
  await terminal.sees(REVIEW);
  terminal.press("C-d");
  await terminal.sees(/status 3/);

  const other = `PLANWRIGHT_HOME=${join(place, "other")} PLANWRIGHT_DATABASE_URL='${(await aDatabase()).url}' $PW`;
  const taken = `${other} resume --branch plan/words --agent command:../worker.sh`;
  await inWord(taken, /Run here what plan\/words holds\? \[yes\/N\]$/m, REVIEW);
  terminal.type("accept\n");
  await terminal.sees(/status 0/);

  await inWord(`${other} merge words`, /\?\s+\[yes\/N\]$/m, /status 0/);
  expect(git("show", "main:one.txt")).toContain("line 8 of the work");
});

test("work without a contract, and a protected area that was changed, want a whole word", async (context) => {
  tmux(context);
  const { terminal, types, top, git } = await aScene(WORKER, { columns: 80, rows: 40 });
  const [contract = ""] = /\n\*\*contract:\*\*[\s\S]*exit_code == 0\n/.exec(PLAN) ?? [];
  const fenced = PLAN.replace("## Steps", "## Protected Areas\n\n- Words: `one.txt`\n\n## Steps");
  write(top, { "seen.md": PLAN.replace("# Words", "# Seen").replace(contract, ""), "fenced.md": fenced });
  const refuses = async (typed: string, word: string): Promise<void> => {
    terminal.press("Enter");
    await terminal.sees(/type the whole word: \w+,[\s\S]*your answer/);
    terminal.type(`${typed}\n`);
    await terminal.sees(new RegExp(`type the whole word: ${word}$`, "m"));
    terminal.type(`${word}\n`);
  };
  await types(`${RUN.replace("plan.md", "seen.md")} --yes; echo "status $?"`);
  await terminal.sees(/look at the work\s+and decide[\s\S]*your answer/);
  await refuses("1", "accept");
  await terminal.sees(/by eye[\s\S]*status 0/);
  expect(git("show", "plan/seen:one.txt")).toContain("line 8 of the work");

  await types(`${RUN.replace("plan.md", "fenced.md")} --yes; echo "status $?"`);
  await terminal.sees(/protected\s+area[\s\S]*your answer/);
  await refuses("ab", "abort");
  await terminal.sees(/status 1/);
});

test("whoever looks elsewhere hears that something waits, as they want it", async (context) => {
  tmux(context);
  const place = tempFolder();
  const notices = join(place, "notices");
  write(place, { "notify-send": `#!/bin/sh\necho "$@" >> ${notices}\n` });
  chmodSync(join(place, "notify-send"), 0o755);
  const path = `${place}:${process.env.PATH}`;
  const { terminal, types } = await aScene(WORKER, { columns: 120, rows: 40 }, { PATH: path, TERM_PROGRAM: "" });
  const told = async (command: string): Promise<string> => {
    const file = join(place, `bytes-${Math.random()}`);
    terminal.recordTo(file);
    await types(command);
    await terminal.sees(REVIEW);
    await sleep(300);
    terminal.press("C-d");
    await terminal.sees(/waits for you:/);
    return readFileSync(file, "utf8");
  };
  const OSC = "\x1b]9;words waits for you: step 1, ";
  const first = await told(`PLANWRIGHT_NOTIFY= ${RUN} --yes`);
  expect(first).toContain("\x07");
  expect(first).not.toContain(OSC);
  expect(readFileSync(notices, "utf8")).toMatch(/^--app-name=planwright -- Planwright words waits for you: step 1, /);

  const byTerminal = await told("PLANWRIGHT_NOTIFY= TERM_PROGRAM=WezTerm $PW resume");
  expect(byTerminal).toContain(OSC);
  expect(await told("PLANWRIGHT_NOTIFY=bell TERM_PROGRAM=WezTerm $PW resume")).not.toContain(OSC);
  expect(await told("PLANWRIGHT_NOTIFY=off TERM_PROGRAM=WezTerm $PW resume")).not.toContain("\x07");
  expect(readFileSync(notices, "utf8").trimEnd().split("\n")).toHaveLength(1);

  // A terminal that reports no width counts as one of 80.
  await told("stty cols 0; $PW resume");
  const wide = terminal
    .screen()
    .split("\n")
    .filter((line) => line.length > 80);
  expect(wide).toEqual([]);
});
