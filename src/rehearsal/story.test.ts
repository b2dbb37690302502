import { describe, expect, test } from "vitest";
import { aPlan, aStep } from "../plan/a-plan.testkit.ts";
import type { AnswerValue } from "../record/question.ts";
import type { RunFact } from "../record/run-event.ts";
import { accepted, asked, ended, failed, journal, touched, triaged } from "./a-journal.testkit.ts";
import { storyOf } from "./story.ts";

const plan = aPlan(["a", "b", "c", "d"]);

function story(facts: RunFact[], answers: Record<string, AnswerValue> = {}): string[] {
  const signs = { good: "+", bad: "-", asks: "?", plain: "." };
  return storyOf(plan, journal(...facts), new Map(Object.entries(answers))).map(
    ({ kind, text }) => `${signs[kind]} ${text}`,
  );
}

describe("a story", () => {
  test("tells steps that went the same smooth way in one sentence", () => {
    expect(story(["a", "b", "c"].flatMap((step) => [ended(step, 1), accepted(step)]))).toEqual([
      "+ steps 1 to 3: each proven and accepted at the first attempt",
    ]);
    const answers = { "about-checkpoint": "accept", "about-by-eye": "accept", "about-no-contract": "retry" } as const;
    const facts = [
      accepted("a"),
      ...[asked("b", "checkpoint", "look"), accepted("b")],
      ...[asked("c", "by-eye", "look"), accepted("c", 1, "Ann")],
      ...[asked("d", "no-contract", "begin?"), asked("d", "by-eye", "look"), accepted("d", 1, "Ann")],
    ];
    expect(story(facts, answers)).toEqual([
      "+ step 1, Do a: proven and accepted at the first attempt",
      "+ step 2, Do b: its contract passes at the first attempt; you look at the work and accept it",
      "+ step 3, Do c: it has no contract; you look at the work and accept it by eye",
      "+ step 4, Do d: it has no contract and asks before it starts; you agree, look at the work and accept it by eye",
    ]);
  });

  test("follows a step from failure to failure, and tells what the agent has claimed, not how the stand-in ran", () => {
    const facts: RunFact[] = [
      ...[ended("b", 1, "All done.\nReally."), failed("b", 1)],
      triaged("b", "the next worker is told"),
      ...[ended("b", 2), failed("b", 2), ended("b", 3, "Sorry."), failed("b", 3, "gave-up")],
      asked("b", "exhausted", "step 2, Do b: all attempts failed"),
    ];
    expect(story(facts)).toEqual([
      '- step 2, Do b: attempt 1 fails: the agent says "All done.", but its contract does not pass',
      ". the next worker is told",
      "- attempt 2 fails: its contract does not pass",
      "- attempt 3 fails: the agent says that it cannot be done",
      "? it stops and asks you: all attempts failed (retry, skip or abort)",
    ]);
  });

  test("has the person who agrees in it", () => {
    const facts = [failed("b", 1), asked("b", "retry", "again?"), asked("b", "checkpoint", "look"), accepted("b", 2)];
    expect(story(facts, { "about-retry": "retry", "about-checkpoint": "accept" })).toEqual([
      "- step 2, Do b: attempt 1 fails: its contract does not pass",
      ". you are asked whether to retry, and say yes",
      ". its contract passes; you look at the work and accept it",
      "+ attempt 2 is proven and accepted",
    ]);
    expect(story([asked("b", "stuck", "step 2, Do b: it waits")], { "about-stuck": "skip" })).toEqual([
      ". step 2, Do b: it waits; you answer skip",
    ]);
    expect(story([failed("b", 1), asked("b", "exhausted", "all"), accepted("b", 1, "Ann")])).toContain(
      "+ it is accepted by eye",
    );
  });

  test("names what was touched, what is noted, and what ends the plan", () => {
    const facts: RunFact[] = [
      touched("a", "pay/bank.js"),
      { type: "noted", step: null, told: "all contracts pass\non the last tree" },
      { type: "failed", step: null, told: "its policy is to give up", commit: null },
    ];
    expect(story(facts)).toEqual([
      "- step 1, Do a: attempt 1 changed `pay/bank.js`: whatever its contract says, it stops",
      ". all contracts pass",
      "- the plan failed: its policy is to give up",
    ]);
  });

  test("shortens a title that is a whole paragraph, at the end of a word", () => {
    const title = `Read ${"every single file ".repeat(8)}`;
    const [sentence] = storyOf(aPlan([aStep("a", { title })]), journal(accepted("a")), new Map());
    expect(sentence?.text).toBe(
      "step 1, Read every single file every single file every single file every…: proven and accepted at the first attempt",
    );
  });
});
