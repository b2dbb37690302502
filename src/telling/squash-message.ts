import type { Plan } from "../plan/model.ts";
import { ordinarySubject } from "../record/commit-message.ts";
import type { StepOutcome } from "../record/step-outcome.ts";
import { visibleText } from "../std/visible-text.ts";
import { OUTCOME_WORD } from "./outcome-words.ts";

/**
 * What the one commit says in which a whole plan lands: the plan's title, what each step has come to, and where the commits
 * are that prove it. Words of the plan never stand at the end, so none of them is read as a trailer.
 */
export function squashMessage(
  { id, title, steps }: Plan,
  { outcomes, told, kept }: { outcomes: ReadonlyMap<string, StepOutcome>; told: string; kept: string },
): string {
  const ended = steps.flatMap((step) => {
    const outcome = outcomes.get(step.id);
    return outcome === undefined ? [] : [`${step.number}. ${inOneLine(step.title)}: ${OUTCOME_WORD[outcome]}`];
  });
  const paragraphs = [
    ordinarySubject(title, `Land plan/${id}`),
    ...(ended.length === 0 ? [] : [ended.join("\n")]),
    `${told}\nThe commits of plan/${id} are kept as ${kept}.`,
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

const inOneLine = (text: string): string => visibleText(text.replaceAll(/\s+/gu, " ").trim());
