/** An answer that a worker proposes to its own question. Whoever answers may use words of their own instead. */
export type Choice = {
  label: string;
  /** What tells it from the others of the same question. */
  value: string;
  description: string;
  /** The one that the worker would take. Nothing is ever taken by itself. */
  isDefault: boolean;
};

/** The choice that a person's words are: its value or, where none has such a value, its number. */
export function choiceMeant(words: string, choices: readonly Choice[] = []): Choice | null {
  const word = words.trim();
  const numbered = /^[1-9]\d*$/.test(word) ? choices[Number(word) - 1] : undefined;
  return choices.find(({ value }) => value === word) ?? numbered ?? null;
}

/** A choice in words, for whoever reads only text. */
export const spokenChoice = ({ label, value, description }: Choice): string =>
  `${label} (${value})${description === "" ? "" : `: ${description}`}`;

/** All of them as a list, by number. */
export const choicesText = (choices: readonly Choice[]): string =>
  choices
    .map((choice, index) => `${index + 1}. ${spokenChoice(choice)}${choice.isDefault ? " [default]" : ""}`)
    .join("\n");
