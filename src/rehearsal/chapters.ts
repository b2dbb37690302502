import type { Plan, Step } from "../plan/model.ts";
import type { AnswerValue, Question } from "../record/question.ts";
import type { RunEvent } from "../record/run-event.ts";

/** What happened to one step without a break, or to the plan as a whole. */
export type Chapter = { step: Step | null; events: StoryEvent[] };

/** An event that a story may tell; a question comes with its answer, if there was one. */
export type StoryEvent = Exclude<RunEvent, { type: "asked" }> | AskedAndAnswered;
export type AskedAndAnswered = { type: "asked"; question: Question; answer: AnswerValue | null };

/** The answers that were given, by the ids of their questions. */
export type Answers = ReadonlyMap<string, AnswerValue>;

/** Cuts a journal where it turns to another step. */
export function chaptersOf({ steps }: Plan, events: readonly RunEvent[], answers: Answers): Chapter[] {
  const chapters: Chapter[] = [];
  for (const event of events) {
    if (!("step" in event)) continue;
    const step = steps.find(({ id }) => id === event.step) ?? null;
    if (chapters.at(-1)?.step !== step || chapters.length === 0) chapters.push({ step, events: [] });
    chapters
      .at(-1)
      ?.events.push(
        event.type === "asked"
          ? { type: "asked", question: event.question, answer: answers.get(event.question.id) ?? null }
          : event,
      );
  }
  return chapters;
}
