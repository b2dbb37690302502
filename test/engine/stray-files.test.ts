import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

const ONE = { contract: "grep -q one one.txt" };

/** Deeper than one path can say, made step by step. */
const NESTED = `python3 -c 'import os
for _ in range(3000): os.mkdir("d"); os.chdir("d")'`;
const LONG = "n=$(printf 'n%.0s' $(seq 200)); (for _ in $(seq 19); do mkdir $n; cd $n; done; echo x > $n)";

/** What the run mentions without asking. */
const noted = async ({ events }: HostedRun): Promise<string[]> =>
  (await events()).flatMap((event) => (event.type === "noted" ? [event.told] : []));

const failures = async ({ events }: HostedRun): Promise<string[]> =>
  (await events()).flatMap((event) => (event.type === "attempt-failed" ? [event.told] : []));

describe("what nobody can look at or commit fails the attempt that left it, and no other", () => {
  test.each([
    ["folders nested too deep", NESTED, "the worker left a path that is too long: d/d/"],
    ["a path of 4,019 bytes", LONG, "the worker left a path that is too long (4,019 bytes): nnn"],
    [
      "a name that git refuses",
      "mkdir .GIT; echo x > .GIT/config",
      "the worker left a name that git refuses: .GIT/config",
    ],
  ])("%s", async (_, leaves, told) => {
    const run = await aHostedRun({
      plan: planWith([{ ...ONE, more: "**on_fail:** retry(2), then escalate" }]),
      command: `prompt=$(cat)
echo one > one.txt
case $prompt in *"Previous attempt"*) ;; *) ${leaves} ;; esac
`,
    });
    expect((await run.goOn()).halt).toBe("done");
    expect(await failures(run)).toEqual([expect.stringContaining(told)]);
    expect(run.git("ls-tree", "-r", "--name-only", "plan/words").split("\n")).toContain("one.txt");
  });

  test("a worker that always does so ends in a question; the next attempt and `clean` take it away", () => {
    const { run, home } = aPlanRun({
      files: { "plan.md": stepsPlan([{ ...ONE, more: "**on_fail:** escalate\n" }]) },
      agents: { deep: `echo one > one.txt\n${NESTED}\nmkdir closed\nchmod 000 closed\n` },
    });
    const words = ["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../deep.sh"];
    expect(run(words)).toMatchObject({ status: 3, stdout: expect.stringContaining("a path that is too long") });
    expect(run(["answer", "words", "retry", "--continue"])).toMatchObject({ status: 3 });
    expect(run(["resume", "words"])).toMatchObject({ status: 3 });
    expect(run(["cancel", "words"]).status).toBe(0);
    expect(run(["clean", "--all", "--yes"])).toMatchObject({ status: 0 });
    const [repository = ""] = readdirSync(join(home, "repositories"));
    expect(readdirSync(join(home, "repositories", repository, "runs"))).toEqual([]);
  });

  test("in the person's own checkout the run waits for them, and goes on once it is gone", () => {
    const { top, run, git } = aPlanRun({
      files: { "plan.md": stepsPlan([{ ...ONE, more: "**on_fail:** escalate\n" }]) },
      agents: { long: `echo one > one.txt\ntest -e done.txt || { ${LONG}; }\necho x > done.txt\n` },
    });
    const words = ["run", "plan.md", "--yes", "--in-place", "--mode", "autonomous", "--agent", "command:../long.sh"];
    expect(run(words)).toMatchObject({ status: 3, stdout: expect.stringContaining("a path that is too long") });
    expect(run(["answer", "words", "retry", "--continue"])).toMatchObject({
      status: 3,
      stdout: expect.stringContaining("a path that is too long"),
    });
    git("-C", top, "clean", "-fdxq", "--", "n".repeat(200));
    expect(run(["answer", "words", "retry", "--continue"])).toMatchObject({ status: 0 });
  });
});

describe("what is left out or comes along without a question is mentioned", () => {
  test("pipes and sockets, and names that are no UTF-8", async () => {
    const run = await aHostedRun({
      plan: planWith([ONE]),
      command: String.raw`echo one > one.txt
mkdir run
mkfifo run/pipe
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("run/worker.sock")'
echo x > $'caf\xe9.txt'
`,
    });
    expect((await run.goOn()).halt).toBe("done");
    expect(await noted(run)).toContain(
      "left out, because no commit can hold a pipe, a socket or a device: run/pipe, run/worker.sock",
    );
    expect(run.git("ls-tree", "-r", "--name-only", "plan/words")).toContain('"caf\\351.txt"');
  });

  test("a new file that the list of files forgot, by any name", async () => {
    const run = await aHostedRun({
      plan: planWith([{ ...ONE, more: "**files:**\n- add: `one.txt`" }]),
      command: String.raw`echo one > one.txt; mkdir -p lib; echo two > lib/two.txt; echo x > $'lib/caf\xe9.txt'
`,
    });
    expect((await run.goOn()).halt).toBe("done");
    expect(await noted(run)).toContainEqual(
      expect.stringMatching(/^new, and not in the step's list of files: .*lib\/two/),
    );
    expect(run.git("ls-tree", "-r", "--name-only", "plan/words")).toContain("lib/two.txt");
  });

  test("what the step's own ignore rules keep out of the commit", async () => {
    const run = await aHostedRun({
      plan: planWith([ONE]),
      command: `echo one > one.txt
mkdir -p node_modules/x
echo x > node_modules/x/index.js
printf 'node_modules/\\n*.tmp\\n' > .gitignore
echo t > a.tmp
`,
    });
    expect((await run.goOn()).halt).toBe("done");
    expect(await noted(run)).toContain("left out, because the step's own ignore rules say so: a.tmp, node_modules");
    const files = run.git("ls-tree", "-r", "--name-only", "plan/words").split("\n");
    expect(files).toEqual(expect.arrayContaining([".gitignore", "one.txt"]));
    expect(files.filter((path) => /node_modules|tmp/.test(path))).toEqual([]);
  });

  test("a worker that ignores what its own contract needs has not done the step", async () => {
    const run = await aHostedRun({
      plan: planWith([{ ...ONE, more: "**on_fail:** escalate" }]),
      command: "echo one > one.txt\necho one.txt > .gitignore\n",
    });
    await run.goOn();
    expect(await run.happened()).toEqual(["1: attempt 1", "1: failed, contract", "1: asked, exhausted"]);
    expect(await noted(run)).toContain("left out, because the step's own ignore rules say so: one.txt");
  });
});
