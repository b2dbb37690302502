import type { Choice } from "../record/choice.ts";
import type { Option, Question } from "../record/question.ts";
import { nearest } from "../std/nearest.ts";

/** What a question lets a person answer. */
type Asked = Pick<Question, "over" | "kind" | "severity" | "options" | "suggestion" | "choices">;

/** Each possible answer under a number of its own; what a worker proposes comes first, and is an answer in its words. */
export type ListedAnswer = { number: number; value: string; option: Option; choice: Choice | null };

/**
 * What somebody means by what they typed. `note`: the words that go with it, where they have typed those, too. `doubtful`:
 * it may be this answer, or words for the worker who asked.
 */
export type Meant =
  | { is: "answer"; option: Option; note: string | null }
  | { is: "doubtful"; answer: ListedAnswer }
  | { is: "unclear"; told: string };

/**
 * An answer by its number, its word, the beginning of it, or a yes or no; nothing at all takes the suggestion. Where much
 * depends on it, only the whole word counts. Any other text is the answer to a worker's own question.
 */
export function meantAnswer(question: Asked, typed: string): Meant {
  const text = typed.trim();
  const word = text.toLowerCase();
  const all = listedAnswers(question);
  const own = question.options.find(({ value }) => value === "continue");
  if (word === "") return suggested(question, all);
  const named = all.filter(({ value }) => value.toLowerCase() === word);
  if (named.length > 1)
    return { is: "unclear", told: `\`${text}\` may mean ${orList(named.map(numbered))}; type the number` };
  const [exact] = named;
  if (exact) return taken(exact);
  const byNumber = /^\d+$/.test(word) ? all[Number(word) - 1] : undefined;
  if (byNumber) return picked(question, all, byNumber);
  const begun = all.filter(({ value }) => value.toLowerCase().startsWith(word));
  if (begun.length > 1) {
    return { is: "unclear", told: `\`${text}\` may be ${orList(begun.map(({ value }) => value))}; type more of it` };
  }
  const [only] = begun;
  if (only) return picked(question, all, only);
  if (own) return toWorker(all, own, text);
  if (/^(?:y|yes|n|no)$/.test(word)) return yesOrNo(question, all, word.startsWith("y"));
  const guess = nearest(
    word,
    all.map(({ value }) => value),
  );
  const instead = guess === null ? `there are ${orList(all.map(({ value }) => value))}` : `did you mean ${guess}?`;
  return { is: "unclear", told: `\`${text}\` is not an answer to this question; ${instead}` };
}

/** Choices and options are counted together, so that a number means one thing. */
export function listedAnswers({ options, choices = [] }: Pick<Asked, "options" | "choices">): ListedAnswer[] {
  const own = options.find(({ value }) => value === "continue");
  const proposed = own ? choices.map((choice) => ({ value: choice.value, option: own, choice })) : [];
  return [...proposed, ...options.map((option) => ({ value: option.value, option, choice: null }))].map(
    (answer, index) => ({ number: index + 1, ...answer }),
  );
}

/** Whether nobody may slip into an answer: it has to be typed as a whole word. */
export const wantsWord = ({ over, kind, severity }: Pick<Asked, "over" | "kind" | "severity">): boolean =>
  severity === "critical" || WORD_OVER.has(over) || kind === "approval" || kind === "merge";

const WORD_OVER: ReadonlySet<Question["over"]> = new Set(["by-eye", "protected-area", "tampered", "approval"]);

/** The answer that nothing but Enter gives; null where there is none. */
export function atOnce(question: Asked): ListedAnswer | null {
  if (wantsWord(question)) return null;
  const all = listedAnswers(question);
  const proposed = question.suggestion === "continue" ? all.find(({ choice }) => choice?.isDefault) : undefined;
  return proposed ?? all.find(({ value, choice }) => choice === null && value === question.suggestion) ?? null;
}

function suggested(question: Asked, all: readonly ListedAnswer[]): Meant {
  const answer = atOnce(question);
  if (answer) return taken(answer);
  const values = orList(all.map(({ value }) => value));
  if (wantsWord(question)) return { is: "unclear", told: `type the whole word: ${values}` };
  return { is: "unclear", told: `nothing is suggested here; there are ${values}` };
}

const taken = ({ option, choice }: ListedAnswer): Meant => ({ is: "answer", option, note: choice?.value ?? null });

/** Chosen by less than its whole word. To a worker who asks how many, `3` may well be the answer. */
function picked(question: Asked, all: readonly ListedAnswer[], answer: ListedAnswer): Meant {
  const isOnlyByNumber = all.some(({ number, value }) => number !== answer.number && isSame(value, answer.value));
  if (wantsWord(question) && !isOnlyByNumber) {
    return { is: "unclear", told: `type the whole word: ${answer.value}` };
  }
  const isOfWorker = answer.choice !== null || answer.value === "continue";
  const hasOwn = question.options.some(({ value }) => value === "continue");
  return hasOwn && !isOfWorker ? { is: "doubtful", answer } : taken(answer);
}

function toWorker(all: readonly ListedAnswer[], own: Option, text: string): Meant {
  const near = nearest(
    text,
    all.map(({ value }) => value),
    1,
  );
  const answer = all.find(({ value }) => value === near);
  if (answer && text.length > 2) return { is: "doubtful", answer };
  const isYes = /^y$/i.test(text);
  return { is: "answer", option: own, note: isYes ? "yes" : /^n$/i.test(text) ? "no" : text };
}

function yesOrNo(question: Asked, all: readonly ListedAnswer[], isYes: boolean): Meant {
  const options = all.filter(({ choice }) => choice === null);
  const answer = isYes ? atOnce(question) : options.find(({ value }) => value === "adjust");
  if (answer && !wantsWord(question)) return taken(answer);
  return {
    is: "unclear",
    told: `${isYes ? "yes to what" : "what then"}? type ${orList(all.map(({ value }) => value))}`,
  };
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const numbered = ({ number, choice }: ListedAnswer): string =>
  choice === null ? `${number}` : `${number} (what the worker proposes)`;

const orList = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
