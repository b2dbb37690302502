import type { AnswerValue, Question } from "../record/question.ts";

/**
 * What a person who agrees would answer while a plan goes its way. Null where a decision is wanted: that is where a
 * rehearsal ends, for nobody can make it beforehand.
 */
export const nod = ({ over }: Pick<Question, "over">): AnswerValue | null => NODS[over] ?? null;

const NODS: Partial<Record<Question["over"], AnswerValue>> = {
  checkpoint: "accept",
  "by-eye": "accept",
  "no-contract": "retry",
  retry: "retry",
};
