import { describe, expect, test } from "vitest";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import type { Hold } from "../../plan/progress.ts";
import type { RunFact } from "../../record/run-event.ts";
import { answer } from "../questions/answer.ts";
import {
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
import { fold } from "./fold.ts";
import { newState, progressOf, type RunState, stepState } from "./run-state.ts";

const PLAN = aPlan(["a", "b"]);
const FIRST = { attempt: 1, leg: 1 };

const stateAfter = (...facts: RunFact[]): RunState => {
  const journal = aJournal();
  journal.tell(opened(), ...facts);
  return journal.state();
};

describe("the events of a run", () => {
  const event = (seq: number) => ({ run: RUN, seq, at: "", type: "noted", step: null, told: "" }) as const;

  test("are counted once, however often they are read", () => {
    const state = fold(fold(newState(), event(1)), event(1));
    expect(state.seq).toBe(1);
  });

  test("leave no gap", () => {
    expect(() => fold(newState(), event(2))).toThrow(`event 2 of ${RUN} came after 0`);
  });

  test("say where the branch is, who carries the run out, and how many steps are done", () => {
    const state = stateAfter(
      ...[started("a", FIRST), passed("a", FIRST), accepted("a", 1)],
      { type: "hosted", host: "h", process: 1, machine: "m" },
      { type: "step-skipped", step: "b", by: "Ann", note: "", commit: "skipped b" },
    );
    expect(state).toMatchObject({ status: "in-progress", tip: "skipped b", host: "h" });
    expect(stateAfter({ type: "released", host: "h", why: "done" }).host).toBeNull();
  });

  test("cannot accept what nobody has proven", () => {
    expect(() => stateAfter(accepted("a", 1))).toThrow("a step that is pending cannot be accepted");
  });
});

describe("a run that was made anew from its branch", () => {
  const rebuilt = (...facts: RunFact[]): RunState => {
    const journal = aJournal();
    journal.tell(opened(true), ...facts);
    return journal.state();
  };

  test("knows what was accepted, and nothing of how it came about", () => {
    const state = rebuilt(accepted("a", 3));
    expect(stepState(state, "a").progress).toMatchObject({ status: "done", attempts: 3, failures: 0 });
    expect(state).toMatchObject({ isRebuilt: true, tip: "accepted a" });
  });

  test("goes on counting attempts where the branches beside it end", () => {
    const { progress } = stepState(rebuilt(accepted("a", 1), started("b", FIRST), interrupted("b", FIRST)), "b");
    expect(progress).toMatchObject({ status: "pending", attempts: 1 });
  });

  test("accepts a step once", () => {
    expect(() => rebuilt(accepted("a", 1), accepted("a", 1))).toThrow("a step that is done cannot be accepted");
  });
});

describe("what people say", () => {
  const questions = (...facts: RunFact[]) => {
    const journal = aJournal();
    journal.tell(opened(), ...facts, asked(PLAN, "a", "question", "q"));
    return journal;
  };
  const ASKED = [started("a", FIRST), held("a", FIRST, "question")];

  test("to a worker's question is its answer, and no note", async () => {
    const journal = questions(...ASKED);
    await answer(journal, RUN, "q", { value: "continue", note: "blue", by: "Ann" });
    expect(stepState(journal.state(), "a")).toMatchObject({ notes: [], answers: [{ answer: "blue" }] });
  });

  test("is known to the worker of the next attempt, and forgotten once the step is accepted", async () => {
    const journal = questions(...ASKED);
    await answer(journal, RUN, "q", { value: "retry", note: "not so", by: "Ann" });
    expect(stepState(journal.state(), "a").notes).toContain("not so");
    const second = { attempt: 2, leg: 1 };
    journal.tell(started("a", second), passed("a", second), accepted("a", 2));
    expect(stepState(journal.state(), "a").notes).toEqual([]);
  });

  test("is known to every worker until the step is accepted, however often it begins again", async () => {
    const journal = questions(...ASKED);
    await answer(journal, RUN, "q", { value: "continue", note: "blue", by: "Ann" });
    const [second, third] = [
      { attempt: 1, leg: 2 },
      { attempt: 2, leg: 1 },
    ];
    const known = (): readonly string[] => stepState(journal.state(), "a").notes;
    const blue = expect.stringMatching(/^A worker asked: .*\nThe answer: blue$/);
    journal.tell(started("a", second), failed("a", second));
    expect(known()).toEqual([blue]);
    journal.tell({ type: "step-retried", step: "a", by: "Ann", note: "really" });
    expect(known()).toEqual([blue, "really"]);
    journal.tell(started("a", third), failed("a", third), { type: "failed", step: "a", told: "", commit: null });
    journal.tell({ type: "resumed", by: "Ann" });
    expect(known()).toEqual([blue, "really"]);
    const last = { attempt: 3, leg: 1 };
    journal.tell(started("a", last), passed("a", last), accepted("a", 3));
    expect(stepState(journal.state(), "a")).toMatchObject({ notes: [], answers: [], lastFailure: null });
  });

  test("must be one of the options, with words where words are needed", async () => {
    const journal = questions(...ASKED);
    const by = "Ann";
    await expect(answer(journal, RUN, "q", { value: "accept", note: "", by })).rejects.toThrow("is not an answer");
    await expect(answer(journal, RUN, "q", { value: "continue", note: " ", by })).rejects.toThrow("needs your words");
    expect([...journal.state().open.keys()]).toEqual(["q"]);
  });

  test("lets a worker go on when its budget is raised, and does not tell it the sum", async () => {
    const journal = aJournal();
    journal.tell(opened(), started("a", FIRST), held("a", FIRST, "budget"), asked(PLAN, "a", "budget", "q"));
    const raise = (note: string) => answer(journal, RUN, "q", { value: "raise", note, by: "Ann" });
    await expect(raise("plenty")).rejects.toThrow("`plenty` is not a limit; write it as a budget");
    await raise("$2");
    expect(stepState(journal.state(), "a")).toMatchObject({
      notes: [],
      progress: { status: "answered", attempts: 1, failures: 0 },
    });
  });

  test("names whoever accepted by eye", async () => {
    const journal = aJournal();
    journal.tell(opened(), started("a", FIRST), held("a", FIRST, "by-eye"), asked(PLAN, "a", "by-eye", "q"));
    await answer(journal, RUN, "q", { value: "accept", note: "", by: "Ann" });
    expect(stepState(journal.state(), "a")).toMatchObject({
      acceptedBy: "Ann",
      progress: { status: "passed", confirmed: true },
    });
  });
});

describe("beginning anew", () => {
  const FAILED = [started("a", FIRST), failed("a", FIRST)];

  test("a failed plan that is resumed gives what is unfinished a fresh start, and drops what was asked about it", () => {
    const state = stateAfter(
      ...[started("b", FIRST), passed("b", FIRST), accepted("b", 1), ...FAILED],
      ...[asked(PLAN, "a", "exhausted", "q"), { type: "failed", step: "a", told: "", commit: null } as const],
      { type: "resumed", by: "Ann" },
    );
    expect(state.status).toBe("in-progress");
    expect(state.open.size).toBe(0);
    expect(progressOf(state).get("a")).toMatchObject({ status: "pending", attempts: 1, failures: 0 });
    expect(progressOf(state).get("b")).toMatchObject({ status: "done" });
  });

  test("a step that is retried is told the note", () => {
    const state = stateAfter(...FAILED, { type: "step-retried", step: "a", by: "Ann", note: "again" });
    expect(stepState(state, "a")).toMatchObject({ notes: ["again"], failures: [], progress: { status: "pending" } });
  });

  test.each<[Hold, { attempt: number; leg: number } | null]>([
    ["unverified", FIRST],
    ["tampered", FIRST],
    ["question", null],
  ])("what stopped the last attempt is known, unless its worker only asked: %s", (over, lastFailure) => {
    const state = stateAfter(started("a", FIRST), held("a", FIRST, over));
    expect(stepState(state, "a")).toMatchObject({ lastFailure, failures: [] });
  });

  test("a step that is retried still knows how its last attempt ended", () => {
    const retried: RunFact = { type: "step-retried", step: "a", by: "Ann", note: "" };
    expect(stepState(stateAfter(...FAILED, retried), "a")).toMatchObject({ lastFailure: FIRST, failures: [] });
  });

  test("a step that is taken back is pending, keeps the count of its attempts, and the branch is where it was", () => {
    const state = stateAfter(...[started("a", FIRST), passed("a", FIRST), accepted("a", 1)], {
      type: "step-undone",
      steps: ["a"],
      by: "Ann",
      to: "approval",
      kept: "kept",
    });
    expect(state.tip).toBe("approval");
    expect(stepState(state, "a").progress).toMatchObject({ status: "pending", attempts: 1 });
  });

  test("what the branch said of the plan with a step that is taken back, it is to say again", () => {
    const how = { type: "how", step: "b", how: "Aloud." } as const;
    const revision = { plan: PLAN, files: [], hash: "" };
    const journal = aJournal();
    journal.tell(opened(), started("a", FIRST), passed("a", FIRST));
    journal.tell({ type: "revised", step: "a", by: "p", told: [], edits: [how], revision, commit: null });
    expect(journal.state().uncommitted).toEqual([how]);
    journal.tell(accepted("a", 1));
    expect(journal.state().uncommitted).toEqual([]);
    journal.tell({ type: "step-undone", steps: ["a"], by: "Ann", to: "approval", kept: "" });
    expect(journal.state().uncommitted).toEqual([how]);
  });
});

describe("a decision that is added to the architecture", () => {
  const decided: RunFact = {
    ...{ type: "revised", step: "a", by: "p", told: [], edits: [{ type: "decision", text: "- Yes." }], commit: null },
    revision: { plan: PLAN, files: [], hash: "" },
  };
  const SECOND = { attempt: 2, leg: 1 };
  const FAILED = [started("a", FIRST), failed("a", FIRST)];

  test("lets a step that failed count its attempts anew, and only then", () => {
    const blaming = [...FAILED, triaged("a", 2)];
    expect(stepState(stateAfter(...blaming), "a").progress).toMatchObject({ failures: 1, resets: 1 });
    expect(stepState(stateAfter(...blaming, decided), "a").progress).toMatchObject({ failures: 0, resets: 1 });
  });

  test("leaves the failures of a step that has passed", () => {
    const state = stateAfter(...FAILED, triaged("a", 1), started("a", SECOND), passed("a", SECOND), decided);
    expect(stepState(state, "a").progress).toMatchObject({ status: "passed", failures: 1 });
  });
});
