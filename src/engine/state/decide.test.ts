import { describe, expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Plan } from "../../plan/model.ts";
import type { Hold, Matter } from "../../plan/progress.ts";
import type { AnswerValue, Question } from "../../record/question.ts";
import type { RunFact } from "../../record/run-event.ts";
import { answer } from "../questions/answer.ts";
import {
  type AJournal,
  accepted,
  aJournal,
  asked,
  failed,
  held,
  interrupted,
  opened,
  passed,
  RUN,
  started,
  triaged,
} from "./a-journal.testkit.ts";
import { type Decision, decide } from "./decide.ts";

const PLAN = aPlan(["a", "b"], { mode: "interactive" });
const FIRST = { attempt: 1, leg: 1 };
const PAUSED: Decision = { do: "halt", why: "paused" };

const given = (...facts: RunFact[]): AJournal => {
  const journal = aJournal();
  journal.tell(opened(), ...facts);
  return journal;
};
const decided = (journal: AJournal, plan = PLAN): Decision => decide(plan, journal.state());

describe("every answer to every question about a step leads somewhere", () => {
  const onHold = (over: Hold): RunFact[] => [started("a", FIRST), held("a", FIRST, over)];
  const failedAs = (as: 1 | 2 | 3): RunFact[] => [started("a", FIRST), failed("a", FIRST), triaged("a", as)];
  const before: Record<Matter, RunFact[]> = {
    question: onHold("question"),
    unverified: onHold("unverified"),
    "by-eye": onHold("by-eye"),
    deviation: onHold("deviation"),
    tampered: onHold("tampered"),
    "protected-area": onHold("protected-area"),
    budget: onHold("budget"),
    "nothing-done": onHold("nothing-done"),
    unproven: onHold("unproven"),
    "weaker-tests": onHold("weaker-tests"),
    announce: onHold("announce"),
    template: [],
    "no-contract": [],
    stuck: [],
    checkpoint: [started("a", FIRST), passed("a", FIRST)],
    retry: failedAs(1),
    exhausted: [started("a", FIRST), failed("a", FIRST)],
    resets: failedAs(2),
    what: failedAs(3),
  };
  const after = (attempts: number): Record<AnswerValue, Decision> => ({
    retry: { do: "work", step: "a", attempt: attempts + 1, continues: false },
    continue: { do: "work", step: "a", attempt: attempts, continues: true },
    adjust: { do: "work", step: "a", attempt: attempts, continues: true },
    edit: { do: "work", step: "a", attempt: attempts, continues: true },
    accept: { do: "accept", step: "a" },
    keep: { do: "work", step: "a", attempt: attempts + 1, continues: false },
    raise: { do: "work", step: "a", attempt: attempts, continues: true },
    skip: { do: "skip", step: "a" },
    abort: { do: "fail", step: "a" },
    revise: { do: "halt", why: "cancelled" },
    stop: { do: "halt", why: "paused" },
  });
  const cases = Object.keys(before).flatMap((key) => {
    const over = key as Matter;
    const { options } = asked(PLAN, "a", over, "q").question;
    return options.map(({ value }): [Matter, AnswerValue] => [over, value]);
  });

  const noteFor = (value: AnswerValue): string => (value === "raise" ? "10 minutes" : "my words");

  test.each(cases)("%s: %s", async (over, value) => {
    const journal = given(...before[over], asked(PLAN, "a", over, "q"));
    expect(decided(journal)).toEqual({ do: "halt", why: "waiting" });
    await answer(journal, RUN, "q", { value, note: noteFor(value), by: "Ann" });
    expect(decided(journal)).toEqual(after(before[over].length === 0 ? 0 : 1)[value]);
    await expect(answer(journal, RUN, "q", { value, note: noteFor(value), by: "Bob" })).rejects.toThrow(
      "no longer waits",
    );
  });

  test("who lets it wait is asked the same again", async () => {
    const journal = given(...before.checkpoint, asked(PLAN, "a", "checkpoint", "q"));
    await answer(journal, RUN, "q", { value: "stop", note: "", by: "Ann" });
    journal.tell({ type: "resumed", by: "Ann" });
    expect(decided(journal)).toEqual({ do: "ask", step: "a", about: "checkpoint" });
  });
});

describe("a question about the whole plan", () => {
  const done = ["a", "b"].flatMap((step) => [started(step, FIRST), passed(step, FIRST), accepted(step, 1)]);
  const question: Question = {
    id: "q",
    run: RUN,
    step: null,
    over: "final",
    kind: "escalation",
    severity: "major",
    headline: "",
    context: [],
    options: (["retry", "revise", "abort"] as const).map((value) => ({ label: value, value, description: value })),
    suggestion: null,
  };

  test.each<[AnswerValue, Decision]>([
    ["retry", { do: "complete" }],
    ["revise", { do: "halt", why: "cancelled" }],
    ["abort", { do: "give-up" }],
  ])("stops everything until somebody says %s", async (value, then) => {
    const journal = given(...done);
    expect(decided(journal)).toEqual({ do: "complete" });
    journal.tell({ type: "asked", step: null, question });
    expect(decided(journal)).toEqual({ do: "halt", why: "waiting" });
    await answer(journal, RUN, "q", { value, note: "", by: "Ann" });
    expect(decided(journal)).toEqual(then);
  });

  test("is no reason to end a plan that was given up: whoever resumes comes back to it", async () => {
    const journal = given(...done, { type: "asked", step: null, question });
    await answer(journal, RUN, "q", { value: "abort", note: "", by: "Ann" });
    journal.tell({ type: "resumed", by: "Ann" });
    expect(decided(journal)).toEqual({ do: "complete" });
  });
});

describe("what comes first", () => {
  const skipA: RunFact = { type: "skip-asked", step: "a", by: "Ann", note: "" };

  test.each<[string, RunFact[], Decision, Plan?]>([
    [
      "an attempt that nobody carries out is closed, also in a run that is paused",
      [started("a", FIRST), { type: "paused", by: "Ann", now: true }],
      { do: "close", step: "a", ...FIRST },
    ],
    [
      "and in one that went back to draft",
      [started("a", FIRST), { type: "cancelled", by: "Ann" }],
      { do: "close", step: "a", ...FIRST },
    ],
    ["a pause, before what else there is to do", [skipA, { type: "paused", by: "Ann", now: false }], PAUSED],
    ["a step to leave out, before the next one", [skipA], { do: "skip", step: "a" }],
    [
      "an attempt that was interrupted counts, and the next begins",
      [started("a", FIRST), interrupted("a", FIRST)],
      { do: "work", step: "a", attempt: 2, continues: false },
    ],
    [
      "one step at a time, also where two could begin",
      [],
      { do: "work", step: "b", attempt: 1, continues: false },
      aPlan([aStep("b @x"), { ...aStep("c @y"), number: 2 }], { mode: "autonomous", complexity: "complex" }),
    ],
    ["a plan without steps is asked about", [], { do: "ask", about: "no-steps" }, aPlan([])],
    ["a plan that went back to draft is over", [{ type: "cancelled", by: "Ann" }], { do: "halt", why: "cancelled" }],
    ["a failed plan is over", [{ type: "failed", step: null, told: "", commit: null }], { do: "halt", why: "failed" }],
    ["a complete plan is over", [{ type: "completed", commit: "c", outcomes: [] }], { do: "halt", why: "done" }],
  ])("%s", (_, facts, decision, plan) => {
    expect(decided(given(...facts), plan)).toEqual(decision);
  });
});

describe("while a step is open nothing else moves the branch", () => {
  const SKIP: RunFact = { type: "skip-asked", step: "b", by: "Ann", note: "" };

  test.each([
    ["it has passed", [started("a", FIRST), passed("a", FIRST)], { do: "ask", step: "a", about: "checkpoint" }],
    [
      "it is held",
      [started("a", FIRST), held("a", FIRST, "unverified")],
      { do: "ask", step: "a", about: "unverified" },
    ],
    ["it has failed", [started("a", FIRST), failed("a", FIRST)], { do: "triage", step: "a" }],
  ])("a later step is left out when the open one has come to its end: %s", (_, facts, expected) => {
    const journal = given(...(facts as RunFact[]), SKIP);
    expect(decided(journal)).toEqual(expected);
  });

  test("and is left out then", () => {
    const journal = given(started("a", FIRST), passed("a", FIRST), SKIP, accepted("a", 1));
    expect(decided(journal)).toEqual({ do: "skip", step: "b" });
  });

  test("another track waits for its turn", () => {
    const steps = [aStep("a", { track: "one" }), aStep("b", { track: "two" })];
    const plan = aPlan(steps, { mode: "interactive", complexity: "complex" });
    const journal = given(started("a", FIRST), passed("a", FIRST));
    journal.tell(asked(plan, "a", "checkpoint", "q"));
    expect(decided(journal, plan)).toEqual({ do: "halt", why: "waiting" });
  });
});
