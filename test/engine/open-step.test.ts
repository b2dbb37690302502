import { expect, test } from "vitest";
import { skipStep } from "../../src/engine/questions/orders.ts";
import { stepOf } from "../../src/engine/state/step-run.ts";
import type { Mode } from "../../src/plan/words.ts";
import type { AnswerValue } from "../../src/record/question.ts";
import { planwright } from "../cli.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";
import { letGo, UNTIL_LET_GO } from "./let-go.ts";

/** While a step is open, nothing that happens to another one takes the ground from under it. */

const STEPS = ["one", "two", "three"].map((word) => ({
  task: `Write ${word}.`,
  contract: `grep -q ${word} ${word}.txt`,
  more: "**on_fail:** escalate",
}));

/** Writes the word that the step asks for; `first` is what it does before, when that is `one`. */
const WORKER = (first: string) => `prompt=$(cat)
word=$(grep -oE "Write (one|two|three)" <<< "$prompt" | head -1 | cut -d" " -f2)
if [ "$word" = one ]; then
  ${first}
fi
echo "$word" > "$word.txt"
echo "Wrote $word."
`;

const leaveOutThree = ({ store, run }: HostedRun): Promise<void> =>
  skipStep(store.journal, run, stepOf(run.plan, "3"), "Ann", "not now");

test("a step that is to be left out while another is worked on is left out after that one", async () => {
  const run = await aHostedRun({
    plan: planWith(STEPS),
    command: WORKER(`echo working >&2; ${UNTIL_LET_GO}`),
  });
  const { halt } = await run.goOn((text) => {
    if (text.includes("working")) void leaveOutThree(run).then(() => letGo(run));
  });
  expect(halt).toBe("done");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: passed", "1: accepted", "3: skipped"],
    ...["2: attempt 1", "2: passed", "2: accepted", "completed"],
  ]);
  isWhole(run);
});

test.each<[string, Mode, command: string, answers: AnswerValue[], accepted: string]>([
  ["waits at its checkpoint", "interactive", WORKER(":"), ["accept", "accept"], "1: accepted"],
  ["has used its attempts", "autonomous", WORKER("word=uno"), ["accept"], "1: accepted by Ann"],
  [
    "waits for the answer to its question",
    "autonomous",
    WORKER("[ -e draft.txt ] || { echo draft > draft.txt; echo 'QUESTION: Which word?'; exit; }; rm draft.txt"),
    ["continue"],
    "1: accepted",
  ],
])("the same when the other one %s", async (_, mode, command, answers, accepted) => {
  const run = await aHostedRun({ plan: planWith(STEPS), command, mode });
  expect((await run.goOn()).halt).toBe("waiting");
  await leaveOutThree(run);
  expect((await run.goOn()).halt, "nothing moves before the answer").toBe("waiting");
  expect(await run.happened()).not.toContain("3: skipped");
  for (const value of answers) {
    await run.answer(value, "go on");
    await run.goOn();
  }
  const ends = (await run.happened()).filter((line) => /^(?:\d: (?:accepted|skipped)|completed)/.test(line));
  expect(ends).toEqual([accepted, "3: skipped", "2: accepted", "completed"]);
  isWhole(run);
});

test("the tracks of a complex plan are carried out one step after the other, and each is accepted", async () => {
  const tracks = STEPS.slice(0, 2).map((step, index) => ({ ...step, more: `**track:** track-${index}` }));
  const run = await aHostedRun({
    plan: planWith(tracks, "**Complexity:** complex\n\n"),
    command: WORKER(":"),
    mode: "interactive",
  });
  expect(run.run.plan).toMatchObject({ complexity: "complex", steps: [{ track: "track-0" }, { track: "track-1" }] });
  for (const step of ["1", "2"]) {
    expect((await run.goOn()).halt).toBe("waiting");
    expect(await run.question()).toMatchObject({ over: "checkpoint", step });
    await run.answer("accept");
  }
  expect((await run.goOn()).halt).toBe("done");
  expect(run.git("show", "plan/words:one.txt", "plan/words:two.txt")).toBe("one\ntwo");
  isConsistent(run);
});

/** Each step is on the branch once, the receipt of the one that was left out, too, and everything agrees. */
function isWhole(run: HostedRun): void {
  expect(run.git("log", "--reverse", "--format=%s", "main..plan/words").split("\n")).toEqual([
    "plan approved: words",
    ...["Step 1", expect.stringMatching(/^plan accepted: task-1 /)],
    ...["Leave out: Step 3", "plan accepted: task-3 — skipped: not now"],
    ...["Step 2", expect.stringMatching(/^plan accepted: task-2 /)],
    "plan complete: words",
  ]);
  const receipts = run.git("ls-tree", "--name-only", "plan/words:.plan/done/words/receipts").split("\n");
  expect(receipts.filter((name) => name.endsWith(".json"))).toEqual(["01.json", "02.json", "03.json"]);
  expect(run.git("show", "plan/words:.plan/done/words/plan.md")).toMatch(/### 1\. ✅ .*### 2\. ✅ .*### 3\. ✅ /s);
  isConsistent(run);
}

function isConsistent({ top, home }: HostedRun): void {
  const audit = planwright(["audit", "plan/words", "--json"], top, { PLANWRIGHT_HOME: home });
  expect(JSON.parse(audit.stdout)).toMatchObject({ verdict: "proven", isComplete: true, problems: [] });
}
