import { normalPath } from "./files.ts";
import type { Step } from "./model.ts";

/** Bytes of a file of the repository; null for what is no file, or is not there. */
export type SizeOf = (path: string) => number | null;

/** A share of the prompt: a field of the step or a file it subscribes to, in characters. */
export type Share = { of: "step" | "file"; name: string; characters: number };

/** About four characters of English or code are one token. */
const CHARACTERS_PER_TOKEN = 4;

export const tokensIn = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** Tokens of what the worker is given for this step alone: its text and the files it subscribes to that exist. */
export function promptTokens(step: Step, sizeOf: SizeOf): number {
  return tokensIn(sharesOf(step, sizeOf).reduce((sum, { characters }) => sum + characters, 0));
}

/** What the worker's prompt for a step is made of. A file that is named twice is shown once. */
export function sharesOf(step: Step, sizeOf: SizeOf): Share[] {
  const files = new Set(step.subscriptions.flatMap(({ kind, name }) => (kind === "file" ? [normalPath(name)] : [])));
  return [
    { of: "step", name: step.id, characters: ownText(step) },
    ...[...files].map((name): Share => ({ of: "file", name, characters: sizeOf(name) ?? 0 })),
  ];
}

function ownText({ title, what, how = "", subtasks, contracts, files, acceptsWhen = "", expected = "" }: Step): number {
  const entries = Object.values(files).flat();
  const texts = [
    title,
    what,
    how,
    acceptsWhen,
    expected,
    ...subtasks.map(({ text }) => text),
    ...contracts.map(({ command }) => command),
    ...entries.map(({ path, note = "" }) => `${path}${note}`),
  ];
  return texts.reduce((sum, text) => sum + text.length, 0);
}
