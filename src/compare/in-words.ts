import { visibleText } from "../std/visible-text.ts";
import { type Change, EFFECTS, type Subject } from "./change.ts";
import { count, stepName } from "./spoken.ts";

/** The changes as a reviewer reads them, what loosens the plan first. Safe to print, whatever the plans contain. */
export function inWords(before: string, after: string, changes: readonly Change[]): string {
  const head = `${before} → ${after}`;
  if (changes.length === 0) return `${visibleText(head)}: no difference\n`;
  const loosening = changes.filter(({ effect }) => effect === "loosens").length;
  const groups = EFFECTS.flatMap((effect) => {
    const lines = changes.filter((change) => change.effect === effect).map(lineOf);
    return lines.length === 0 ? [] : [`${effect}\n${lines.join("")}`];
  });
  const loosen = loosening === 0 ? "none loosens" : `${loosening} ${loosening === 1 ? "loosens" : "loosen"}`;
  return `${visibleText(head)}: ${count(changes.length, "change")}, ${loosen}\n\n${groups.join("")}`;
}

const lineOf = ({ subject, told }: Change): string => `  ${visibleText(`${nameOf(subject)}${told}`)}\n`;

function nameOf(subject: Subject): string {
  if (subject.kind === "plan") return "";
  const { before, after, title } = subject;
  const was = before !== undefined && after !== undefined && before !== after ? ` (was ${before})` : "";
  return `${stepName({ id: after ?? before ?? "", title })}${was}: `;
}
