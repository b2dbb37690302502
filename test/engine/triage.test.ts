import { describe, expect, onTestFinished, test } from "vitest";
import { onBoundary } from "../../src/engine/state/boundaries.ts";
import { currentState } from "../../src/engine/state/journal-state.ts";
import type { Mode } from "../../src/plan/words.ts";
import { planwright } from "../cli.ts";
import type { HostedRun } from "./a-hosted-run.ts";
import { aTwoTaskRun, happenedIn } from "./a-two-task-run.ts";

/** Does what the How of its task says, as it lies on its disk: whoever is told to spell a word does it right. */
const WORKER = `word=one; number=01
grep -q 'number: 2\\|word two' <(cat) && { word=two; number=02; }
file=.plan/task-$number.md
cat $file >&2
ls >&2
if grep -q "spell it $word" $file; then echo $word > $word.txt; else touch left-over; echo wrong > $word.txt; fi
echo "Wrote $word."
`;

/** A planner that answers each failure of task 1, and after the last as it did then; it has nothing to say to what passes. */
const ANSWERS = (...answers: readonly string[]): string => {
  const cases = answers.map((answer, index) => `  *"## Attempt ${index + 1}:"*) echo '${answer}' ;;\n`).reverse();
  return `prompt=$(cat)\ncase $prompt in\n${cases.join("")}  *) echo '{"told": "fine"}' ;;\nesac\n`;
};

/** The How of each task leads nowhere until somebody revises it. */
function aTriage(planner: string, { mode = "autonomous" }: { mode?: Mode } = {}): Promise<HostedRun> {
  const settings = `mode: ${mode}\nmax_retries_per_task: 3`;
  const how = (word: string): string => `Guess how the word ${word} is spelled.`;
  return aTwoTaskRun({ settings, how }, { command: WORKER, planner, mode });
}

const SPELL_ONE = { class: 1, told: "it guesses", how: "Do not guess: spell it one." };
const json = (value: unknown): string => JSON.stringify(value);

const shown = (run: HostedRun, path: string, at = "plan/words"): string => run.git("show", `${at}:.plan/${path}`);
const acceptance = (run: HostedRun, step: number): string =>
  run.git("log", "-1", "--format=%H", `--grep=^plan accepted: task-${step}`, "plan/words");

describe("[1] Task How wrong, architecture sound", () => {
  test("Revise task How → retry", async () => {
    const run = await aTriage(ANSWERS(json({ ...SPELL_ONE, how: "Do not guess: spell it one, or spell it two." })));
    expect((await run.goOn()).halt).toBe("done");
    expect(await happenedIn(run, "task-01")).toEqual([
      ...["attempt 1", "failed, contract", "triaged, class 1", "revised"],
      ...["attempt 2", "passed", "reviewed", "accepted"],
    ]);
    const accepted = acceptance(run, 1);
    expect(shown(run, "task-01.done.md", accepted)).toContain("Do not guess: spell it one");
    expect(shown(run, "task-01.done.md", accepted)).toContain("fail-count: 1");
    // The work itself has changed nothing of the plan.
    expect(run.git("diff", "--name-only", `${accepted}~2`, `${accepted}~1`)).toBe("one.txt");
    expect(planwright(["audit", "plan/words"], run.top, { PLANWRIGHT_HOME: run.home }).stdout).toMatch(/^proven: /);
  });

  test.each([
    ["a decision", { decision: "- Words are spelled." }],
    ["the How of another task", { pending: [{ step: "task-02", how: "Spell it two." }] }],
  ])("reaches no further: %s is refused, and a person is asked", async (_, more) => {
    const run = await aTriage(ANSWERS(json({ ...SPELL_ONE, ...more })));
    expect((await run.goOn()).halt).toBe("waiting");
    expect((await happenedIn(run, "task-01")).slice(2)).toEqual(["refused, triage", "triaged, class 3", "asked, what"]);
    const { context } = await run.question();
    expect(context.join("\n")).toContain("triage class 1");
  });
});

describe("[2] Architecture missing or incorrect", () => {
  const RULE = "- Words are spelled, never guessed.";
  const CASCADE = {
    ...{ class: 2, told: "nobody said that words are spelled", how: "Do as decided: spell it one." },
    ...{ decision: RULE, pending: [{ step: "task-02", how: "Do as decided: spell it two." }] },
  };

  test("Append fix to Architecture & Design Decisions; cascade review all pending tasks (How revisions only)", async () => {
    const run = await aTriage(ANSWERS(json(CASCADE)));
    expect((await run.goOn()).halt).toBe("done");
    // The second task needs no attempt that fails: its How was revised with the first one's.
    expect(await run.happened()).toEqual([
      ...["task-01: attempt 1", "task-01: failed, contract", "task-01: triaged, class 2", "task-01: revised"],
      ...["task-01: attempt 2", "task-01: passed", "task-01: reviewed", "task-01: accepted"],
      ...["task-02: attempt 1", "task-02: passed", "task-02: reviewed", "task-02: accepted", "completed"],
    ]);
    const accepted = acceptance(run, 1);
    expect(shown(run, "overview.md", accepted)).toContain(`- Files are plain text.\n\n${RULE}\n`);
    expect(shown(run, "task-02.md", accepted)).toContain("Do as decided: spell it two.");
    expect(shown(run, "done/words/overview.md")).toContain(RULE);
    expect(planwright(["audit", "plan/words"], run.top, { PLANWRIGHT_HOME: run.home }).stdout).toMatch(/^proven: /);
  });

  test("What → escalate", async () => {
    const run = await aTriage(ANSWERS(json({ ...CASCADE, what: "Write any word." })));
    expect((await run.goOn()).halt).toBe("waiting");
    expect((await happenedIn(run, "task-01")).slice(2)).toEqual(["refused, triage", "triaged, class 3", "asked, what"]);
    const { headline, context } = await run.question();
    expect(headline).toBe(
      "step 1, Write the word one into one.txt: the planner overstepped; only you can change what it wants to change",
    );
    expect(context.join("\n")).toContain(
      "the planner overstepped: it wants to change `what`, which only a person does",
    );
  });

  test("[interactive] Retry counter resets when the decision is taken, and not where the developer declines it", async () => {
    const declined = await aTriage(ANSWERS(json({ ...CASCADE, how: "Guess again." })), { mode: "interactive" });
    await declined.goOn();
    for (const _ of ["second", "third"]) {
      await declined.answer("keep");
      await declined.goOn();
    }
    expect(await happenedIn(declined, "task-01")).toEqual([
      ...["attempt 1", "failed, contract", "triaged, class 2", "asked, retry", "answered, keep"],
      ...["attempt 2", "failed, contract", "triaged, class 2", "asked, retry", "answered, keep"],
      ...["attempt 3", "failed, contract", "asked, exhausted"],
    ]);
    const taken = await aTriage(ANSWERS(json({ ...CASCADE, how: "Guess again." })), { mode: "interactive" });
    await taken.goOn();
    await taken.answer("retry");
    await taken.goOn();
    expect((await happenedIn(taken, "task-01")).slice(4)).toEqual([
      ...["answered, retry", "revised", "attempt 2", "failed, contract", "triaged, class 2", "asked, retry"],
    ]);
    const { steps } = await currentState(taken.store.journal, taken.run.id);
    expect(steps.get("task-01")?.progress).toMatchObject({ failures: 1, resets: 2 });
  });

  test("without a decision it is no answer, and the attempts are counted on", async () => {
    const run = await aTriage(ANSWERS(json({ class: 2, told: "the architecture" })));
    expect((await run.goOn()).halt).toBe("waiting");
    const happened = await happenedIn(run, "task-01");
    expect(happened.slice(2, 4)).toEqual(["refused, triage", "triaged, class 1"]);
    expect(happened.filter((line) => line === "failed, contract")).toHaveLength(3);
    expect(happened.at(-1)).toBe("asked, exhausted");
  });

  test("Retry counter resets, twice at most; then a person is asked", async () => {
    const run = await aTriage(ANSWERS(json({ ...CASCADE, how: "Guess again." })));
    expect((await run.goOn()).halt).toBe("waiting");
    const happened = await happenedIn(run, "task-01");
    expect(happened.filter((line) => line === "triaged, class 2")).toHaveLength(3);
    expect(happened.at(-1)).toBe("asked, resets");
  });
});

test("[3] What ambiguous, conflicting, or infeasible: escalate to human regardless of mode — do not retry until resolved", async () => {
  for (const mode of ["autonomous", "interactive"] as const) {
    const run = await aTriage(ANSWERS(json({ class: 3, told: "which language?" })), { mode });
    expect((await run.goOn()).halt).toBe("waiting");
    expect(await happenedIn(run, "task-01")).toEqual([
      ...["attempt 1", "failed, contract", "triaged, class 3", "asked, what"],
    ]);
    expect((await run.goOn()).halt).toBe("waiting");
    expect(await happenedIn(run, "task-01")).toHaveLength(4);
  }
});

describe("Retry steps (both modes)", () => {
  test("the revised task is re-written after the reset, without what the failed attempt left, and its fail-count is up", async () => {
    const run = await aTriage(ANSWERS(json(SPELL_ONE)));
    await run.goOn();
    expect(run.printed("task-01/1/1")).toContain("Guess how the word one is spelled.");
    const read = run.printed("task-01/2/1");
    expect(read).toContain("Do not guess: spell it one.");
    expect(read).toMatch(/fail-count: 1\b/);
    expect(read).toMatch(/status: active/);
    expect(read).not.toContain("left-over");
  });

  test("[interactive] Escalate to developer before retrying: the revised How is part of the question", async () => {
    const run = await aTriage(ANSWERS(json(SPELL_ONE)), { mode: "interactive" });
    expect((await run.goOn()).halt).toBe("waiting");
    const question = await run.question();
    expect(question).toMatchObject({ over: "retry", kind: "escalation" });
    expect(question.context.join("\n")).toContain("proposed: the How of task-01:\nDo not guess: spell it one.");
    expect(question.options.map(({ value }) => value)).toEqual(["retry", "keep", "skip", "revise", "abort"]);
    await run.answer("retry");
    expect((await run.goOn()).halt).toBe("waiting");
    expect((await happenedIn(run, "task-01")).slice(3)).toEqual([
      ...["asked, retry", "answered, retry", "revised", "attempt 2", "passed", "reviewed", "asked, checkpoint"],
    ]);
    expect(run.printed("task-01/2/1")).toContain("Do not guess: spell it one.");
  });

  test("[interactive] the developer can try again as it was", async () => {
    const run = await aTriage(ANSWERS(json(SPELL_ONE)), { mode: "interactive" });
    await run.goOn();
    await run.answer("keep");
    expect((await run.goOn()).halt).toBe("waiting");
    expect(run.printed("task-01/2/1")).toContain("Guess how the word one is spelled.");
    expect((await happenedIn(run, "task-01")).slice(4, 7)).toEqual(["answered, keep", "attempt 2", "failed, contract"]);
  });
});

test("After 3 failures (same triage cycle): keep last debug branch, escalate with all error outputs, diffs and revised tasks, pause", async () => {
  const told = (how: string): string => json({ class: 1, told: "no", how });
  const run = await aTriage(ANSWERS(told("Guess once more."), told("Guess a last time.")));
  expect((await run.goOn()).halt).toBe("waiting");
  expect((await happenedIn(run, "task-01")).filter((line) => line === "failed, contract")).toHaveLength(3);
  expect(run.branches()).toEqual(["debug/plan-words-task-1-attempt-3", "main", "plan/words"]);
  const { over, context } = await run.question();
  expect(over).toBe("exhausted");
  const all = context.join("\n");
  for (const part of ["attempt 1:", "attempt 2:", "attempt 3:", "+wrong", "Guess once more.", "Guess a last time."]) {
    expect(all).toContain(part);
  }
});

test("a planner's answer is read whole, however long its How is", async () => {
  const how = `Do not guess: spell it one, or spell it two.\n\n${"Letter by letter. ".repeat(4000)}`;
  const run = await aTriage(ANSWERS(`I looked.\n\n${json({ ...SPELL_ONE, how }).replaceAll("\\n", "\\\\n")}`));
  expect((await run.goOn()).halt).toBe("done");
  expect((await happenedIn(run, "task-01")).slice(2, 4)).toEqual(["triaged, class 1", "revised"]);
});

test("a planner that is stopped with the run is asked again when it goes on, and what it used is not forgotten", async () => {
  const run = await aTriage(ANSWERS(json({ ...SPELL_ONE, how: "Do not guess: spell it one, or spell it two." })));
  onTestFinished(() => onBoundary(() => {}));
  const standing = await run.goOn((_, stop) =>
    onBoundary((name) => {
      if (name === "triage begins") stop.abort();
    }),
  );
  expect(standing.halt).toBe("stopped");
  expect((await happenedIn(run, "task-01")).at(-1)).toBe("refused, triage");
  const { spending } = await currentState(run.store.journal, run.run.id);
  expect(spending.spent.get("task-01")).toMatchObject({ tokens: { isWhole: false } });
  onBoundary(() => {});
  expect((await run.goOn()).halt).toBe("done");
  expect((await happenedIn(run, "task-01")).slice(2, 5)).toEqual(["refused, triage", "triaged, class 1", "revised"]);
});

test.each([
  ["nothing", ""],
  ["no JSON", "I would try again."],
  ["something else", '{"verdict": "ok"}'],
  ["a class that there is not", '{"class": 4, "told": "no"}'],
])(
  "a planner that says %s is refused, which is recorded, and the next worker is told what went wrong",
  async (_, said) => {
    const run = await aTriage(ANSWERS(said));
    expect((await run.goOn()).halt).toBe("waiting");
    const happened = await happenedIn(run, "task-01");
    expect(happened.slice(2, 5)).toEqual(["refused, triage", "triaged, class 1", "attempt 2"]);
  },
);
