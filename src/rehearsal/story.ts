import type { Plan, Step } from "../plan/model.ts";
import type { Question } from "../record/question.ts";
import type { FailedBecause, RunEvent } from "../record/run-event.ts";
import { acceptedWords } from "../telling/accepted-words.ts";
import { type Answers, type AskedAndAnswered, type Chapter, chaptersOf, type StoryEvent } from "./chapters.ts";
import { type Smooth, smoothly, smoothnessOf, titled } from "./smooth.ts";

/** Something went well or badly, somebody is asked, or it simply happened. */
export type Sentence = { kind: "good" | "bad" | "asks" | "plain"; text: string };

/** What happened to a plan, for somebody who knows nothing but the plan. */
export const storyOf = (plan: Plan, events: readonly RunEvent[], answers: Answers): Sentence[] =>
  passages(chaptersOf(plan, events, answers)).flatMap((passage): Sentence[] =>
    "how" in passage ? [{ kind: "good", text: smoothly(passage.steps, passage.how) }] : told(passage),
  );

/** Steps that went the same smooth way, or a chapter of its own. */
type Passage = { how: Smooth; steps: Step[] } | Chapter;

function passages(chapters: readonly Chapter[]): Passage[] {
  const found: Passage[] = [];
  for (const chapter of chapters) {
    const [how, last] = [smoothnessOf(chapter), found.at(-1)];
    if (how === null || chapter.step === null) found.push(chapter);
    else if (last && "how" in last && last.how === how) last.steps.push(chapter.step);
    else found.push({ how, steps: [chapter.step] });
  }
  return found;
}

/** The first sentence names the step, and the others speak of it. */
function told({ step, events }: Chapter): Sentence[] {
  let claim = "";
  const sentences = events.flatMap((event) => {
    if (event.type === "worker-ended") claim = firstLine(event.text);
    return sentence(event, step, claim) ?? [];
  });
  return sentences.map(({ kind, text }, index) => ({
    kind,
    text: index === 0 && step !== null ? `${titled(step)}: ${text}` : text,
  }));
}

/** Null for what nobody would miss. `claim` is what the agent has said at the end of the attempt. */
function sentence(event: StoryEvent, step: Step | null, claim: string): Sentence | null {
  switch (event.type) {
    case "attempt-failed": {
      const said = event.reason === "contract" && claim !== "" ? `the agent says "${claim}", but ` : "";
      return { kind: "bad", text: `attempt ${event.attempt} fails: ${said}${FAILURES[event.reason]}` };
    }
    case "attempt-held": {
      if (event.places.length === 0) return null;
      const paths = event.places.map(({ path }) => `\`${path}\``).join(", ");
      return { kind: "bad", text: `attempt ${event.attempt} changed ${paths}: whatever its contract says, it stops` };
    }
    case "triaged":
      return { kind: "plain", text: firstLine(event.told) };
    case "asked":
      return asked(event, step);
    case "step-accepted":
      return {
        kind: "good",
        text:
          event.byEye === null
            ? `attempt ${event.attempt} is ${acceptedWords(event.outcome ?? "unproven", null)}`
            : "it is accepted by eye",
      };
    case "failed":
      return { kind: "bad", text: `the plan failed: ${firstLine(event.told)}` };
    case "noted":
      return { kind: "plain", text: firstLine(event.told) };
    default:
      return null;
  }
}

const FAILURES: Record<FailedBecause, string> = {
  contract: "its contract does not pass",
  hollow: "its tests do not notice whether the work is there",
  agent: "the agent itself fails",
  "gave-up": "the agent says that it cannot be done",
  timeout: "the agent takes too long and is stopped",
};

function asked({ question, answer }: AskedAndAnswered, step: Step | null): Sentence {
  const headline = step === null ? question.headline : withoutName(question.headline, step);
  if (answer !== null) return { kind: "plain", text: NODDED[question.over] ?? `${headline}; you answer ${answer}` };
  const values = question.options.map(({ value }) => value);
  return { kind: "asks", text: `it stops and asks you: ${headline} (${inWords(values)})` };
}

const NODDED: Partial<Record<Question["over"], string>> = {
  checkpoint: "its contract passes; you look at the work and accept it",
  "by-eye": "you look at the work and accept it",
  "no-contract": "it has no contract, and asks before it starts; you agree",
  retry: "you are asked whether to retry, and say yes",
};

/** A question begins with the step that it is about. */
const withoutName = (headline: string, { number, title }: Step): string => {
  const name = `step ${number}, ${title}: `;
  return headline.startsWith(name) ? headline.slice(name.length) : headline;
};

const inWords = (values: readonly string[]): string =>
  values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
