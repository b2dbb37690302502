import type { Step } from "../plan/model.ts";

/** How a step is spoken of: `step 2 “Resume from the last chunk”`. */
export const stepName = ({ id, title }: Pick<Step, "id" | "title">): string =>
  title.trim() === "" ? `step ${cut(id)}` : `step ${cut(id)} ${named(title)}`;

/** A title or name in quotation marks, on one line and not too long. */
export const named = (text: string, longest = LONGEST): string => `“${cut(text, longest)}”`;

/** Things in backticks, the first few by name. */
export function inBackticks(things: readonly string[]): string {
  const shown = things.slice(0, MOST_NAMED).map((thing) => `\`${cut(thing)}\``);
  const more = things.length - shown.length;
  return more === 0 ? shown.join(", ") : `${shown.join(", ")} and ${more} more`;
}

export const count = (amount: number, one: string): string => `${amount} ${one}${amount === 1 ? "" : "s"}`;

const MOST_NAMED = 5;
const LONGEST = 72;

function cut(text: string, longest = LONGEST): string {
  // What lies far behind the cut is never shown, and may be long.
  const letters = [
    ...text
      .slice(0, longest * 8)
      .replace(/\s+/g, " ")
      .trim(),
  ];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : letters.join("");
}
