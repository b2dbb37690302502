import { expect, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

const YES = ["--yes", "--agent", "command:../worker.sh"];

/** Everything that a terminal would obey, but for line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

test("a question stops a run, says how to answer, is answered once, and the run goes on", async () => {
  const plan = stepsPlan([{ task: "Write one.", contract: "grep -q one one.txt" }]);
  const noisy = "printf '\\033[2Jgot \\033]0;mine\\007lost\\n'\necho one > one.txt\n";
  const { run } = aPlanRun({ files: { "plan.md": plan }, agents: { worker: noisy } }, (await aDatabase()).url);

  const first = run(["run", "plan.md", ...YES]);
  expect(first.status).toBe(3);
  const id =
    /planwright answer (\S+) accept\|adjust\|edit\|stop\|abort --note TEXT --continue/.exec(first.stderr)?.[1] ?? "";
  expect(first.stdout).toContain("the agent finished");
  expect(`${first.stdout}${first.stderr}`).not.toMatch(OBEYED);

  const whole = run(["inbox", "words"]).stdout;
  expect(whole).not.toMatch(OBEYED);
  expect(whole).toContain("got lost");
  expect(whole).toContain("+one");
  expect(whole).toContain("1  accept  Accept (suggested): commit it");
  const [listed] = JSON.parse(run(["inbox", "--json"]).stdout).questions;
  expect(listed).toMatchObject({ id, kind: "checkpoint", answered: null });
  const printed = run(["log", "words", "1"]).stdout;
  expect(printed).not.toMatch(OBEYED);
  expect(printed).toContain("got lost");
  expect(run(["resume"])).toMatchObject({ status: 3, stdout: "" });

  const answer = (...args: string[]) => run(["answer", ...args]);
  expect(answer("words", "acept").stderr).toContain("did you mean accept?");
  expect(answer("words", "adjust")).toMatchObject({ status: 2, stderr: expect.stringContaining("needs your words") });
  expect(answer("elsewhere", "accept").stderr).toContain(`those that wait are ${id}`);
  const taken = answer(id.slice(0, -1), "1");
  expect(taken).toMatchObject({ status: 0, stderr: expect.stringContaining("`planwright resume words` continues") });
  const again = answer(id, "abort");
  expect(again).toMatchObject({ status: 2, stderr: expect.stringMatching(/is answered: .* chose accept on /) });
  expect(run(["resume"])).toMatchObject({ status: 0, stdout: expect.stringContaining("proven and accepted") });
});

test("the exit status says what waits, the most specific first, and --continue goes on at once", async () => {
  const plan = stepsPlan([{ task: "Write one and no-such-tool.", contract: "no-such-tool one.txt" }]);
  // A tool that no step speaks of would stop the plan before it has begun.
  const tampering = stepsPlan([
    { contract: "grep -q one one.txt", more: "\n**files:**\n- add: `one.txt`\n- must not touch: `two.txt`\n" },
  ]).replace("# Words", "# Others");
  const { run } = aPlanRun(
    {
      files: { "plan.md": plan, "others.md": tampering },
      agents: { worker: "echo one > one.txt\necho two > two.txt\n" },
    },
    (await aDatabase()).url,
  );
  expect(run(["run", "others.md", ...YES, "--mode", "autonomous"])).toMatchObject({ status: 6 });
  expect(run(["run", "plan.md", ...YES, "--mode", "autonomous"])).toMatchObject({ status: 4 });
  expect(run(["inbox"]).stdout).toMatch(/^critical step 1, .*changed/);
  expect(run(["pause"])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/which one\? words, others are not over; `planwright pause /),
  });
  const given = run(["answer", "words", "abort", "--continue"]);
  expect(given).toMatchObject({ status: 1, stderr: expect.stringContaining("words has failed") });
});
