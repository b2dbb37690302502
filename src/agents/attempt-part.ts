import { fenced, inline } from "../std/fenced.ts";
import { plainText } from "./session/plain-text.ts";

/** What is new in this attempt, and not the same for every worker of the step. */
export type AttemptNews = {
  failure: Failure | null;
  /** The worker's own questions in this attempt. `diff` is what it had changed when it asked. */
  answered: { question: string; answer: string; diff: string }[];
  /** What a person wants the worker to know. */
  notes: string[];
  /** What earlier attempts have left in the folder, as a diff, where nobody resets it; null where it is as the step begins. */
  inFolder?: string | null;
};

/** Why the attempt before failed. `command` is null when no contract had run; `exit` is its status, or words for it. */
type Failure = { command: string | null; exit: string; told: string; log: string; diff: string };

export const attemptPart = ({ failure, answered, notes, inFolder = null }: AttemptNews): string[] => [
  ...(failure === null ? [] : failureParts(failure, inFolder ?? "")),
  ...(inFolder ? [`${LEFT}\n\n${shortDiff(inFolder)}`] : []),
  ...answeredParts(answered),
  ...notes.map((note) => `A person who looks after this plan says:\n\n${fenced(note)}`),
];

const LEFT =
  "Nobody has reset your folder: what earlier attempts did and nobody took away still lies there. It differs from where the step begins in this:";

const failureParts = ({ command, exit, told, log, diff }: Failure, inFolder: string): string[] => [
  `Previous attempt failed. ${whatHappened(command, exit)}`,
  ...(told.trim() === "" ? [] : [`What the harness says about it:\n\n${fenced(told)}`]),
  ...(log.trim() === "" ? [] : [`The last lines that it printed:\n\n${fenced(lastLines(log))}`]),
  ...(inFolder === "" ? [beginning(diff)] : []),
];

const beginning = (diff: string): string =>
  diff.trim() === ""
    ? "That attempt had changed nothing. You begin where it began."
    : `You begin where that attempt began; what it did is not in your folder. It had changed this:\n\n${shortDiff(diff)}`;

function whatHappened(command: string | null, exit: string): string {
  if (command === null) return "No contract was run.";
  if (/^\d+$/.test(exit)) return `Contract ${inline(command)} returned exit code ${exit}.`;
  return `Contract ${inline(command)} returned no exit code: ${exit}.`;
}

/** The questions in their order; what was changed until the last one includes the rest. */
function answeredParts(answered: AttemptNews["answered"]): string[] {
  const diff = answered.at(-1)?.diff;
  if (diff === undefined) return [];
  return [
    "You have worked on this step before and asked. Your work so far is in your folder; go on from there.",
    ...answered.map((each) => `You asked:\n\n${fenced(each.question)}\n\nThe answer:\n\n${fenced(each.answer)}`),
    diff.trim() === "" ? "You had changed nothing so far." : `What you had changed so far:\n\n${shortDiff(diff)}`,
  ];
}

function lastLines(log: string): string {
  const lines = plainText(log).trimEnd().split("\n");
  return lines.slice(-MOST_LINES).map(shortened).join("\n");
}

const MOST_LINES = 100;

const shortened = (line: string): string => (line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line);

const LONGEST = 1000;

/** Its beginning, where it is long: a model has to read all of it before it has done anything. */
function shortDiff(diff: string): string {
  if (diff.length <= MOST_DIFF) return fenced(diff, "diff");
  const end = diff.lastIndexOf("\n", MOST_DIFF);
  const shown = diff.slice(0, end < 0 ? MOST_DIFF : end + 1);
  return `${fenced(shown, "diff")}\n\nThe diff goes on for another ${diff.length - shown.length} characters.`;
}

const MOST_DIFF = 60_000;
