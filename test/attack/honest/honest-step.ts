import type { PlannedStep } from "../a-run.ts";
import type { Files } from "../mutation/files.ts";
import type { Random } from "../mutation/random.ts";

/** A step as a person plans it, and what an honest worker leaves. */
export type HonestStep = {
  base: Files;
  changes: Files;
  step: PlannedStep;
};

/** Honest steps of one kind; chance chooses names, wording and the way the files are announced. */
export type Template = { name: string; make(random: Random): HonestStep };

type Lists = { change?: readonly string[]; add?: readonly string[]; delete?: readonly string[] };

/** The list of files below a step's task. */
export function listed({ change = [], add = [], delete: gone = [] }: Lists): string {
  const lines = [
    ...change.map((path) => `- change: \`${path}\``),
    ...add.map((path) => `- add: \`${path}\``),
    ...gone.map((path) => `- delete: \`${path}\``),
  ];
  return `\n**files:**\n${lines.join("\n")}\n`;
}
