import type { Command } from "commander";
import type { InboxItem } from "../../app/inbox.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { type Paint, painter } from "../terminal/paint.ts";
import { printableJson } from "../terminal/printable-json.ts";
import { answerHint, questionText, SEVERITY_TONES } from "../terminal/question-text.ts";
import { ago, dayAndClock } from "../terminal/time-words.ts";

type Flags = { json?: true; all?: true };

export function addInbox(planwright: Command, exit: Exit): void {
  planwright
    .command("inbox")
    .summary("show what waits for you")
    .description("List the questions of this repository's runs, critical ones first. With an id, all there is to know.")
    .argument("[id]", "a question's id or the beginning of it, or the plan that asks")
    .option("--all", "the questions of all repositories")
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER)
    .action(async (id: string | undefined, { json, all }: Flags, command: Command) => {
      const paint = painter(command.optsWithGlobals().color !== false && hasColor());
      exit(id === undefined ? await list(all ?? false, json ?? false, paint) : await show(id, json ?? false, paint));
    });
}

const AFTER = `
Examples:
  planwright inbox
  planwright inbox rate-limit            the question of that plan, with outputs and diffs
  planwright answer rate-limit retry --note "mind the proxy" --continue

Exit status: 0; 2 there is no such question, or the command was wrong.`;

async function list(all: boolean, isJson: boolean, paint: Paint): Promise<number> {
  const { openQuestions } = await import("../../app/inbox.ts");
  const questions = await openQuestions({ all });
  if (isJson) process.stdout.write(`${printableJson({ version: 1, questions })}\n`);
  else if (questions.length === 0) process.stdout.write("nothing waits for you\n");
  else for (const question of questions) process.stdout.write(listedText(question, paint));
  return exitCodes.ok;
}

function listedText(question: InboxItem, paint: Paint): string {
  const { id, severity, headline, askedAt } = question;
  return [
    `${paint(SEVERITY_TONES[severity], severity.padEnd(8))} ${visibleText(headline)}`,
    `         ${paint("dim", visibleText(`${id}, ${ago(askedAt, Date.now())}`))}`,
    `         ${answerHint(question)}`,
    "",
  ].join("\n");
}

async function show(id: string, isJson: boolean, paint: Paint): Promise<number> {
  const { questionNamed } = await import("../../app/inbox.ts");
  const question = await questionNamed(id);
  const { answered } = question;
  if (isJson) process.stdout.write(`${printableJson({ version: 1, ...question })}\n`);
  else {
    const width = process.stdout.columns ?? Number.POSITIVE_INFINITY;
    process.stdout.write(questionText(question, { paint, width, most: Number.POSITIVE_INFINITY }));
    process.stdout.write(answered ? answeredText(answered) : `${answerHint(question)}\n`);
  }
  return exitCodes.ok;
}

const answeredText = ({ by, value, note, at }: NonNullable<InboxItem["answered"]>): string =>
  `${visibleText(`${by} chose ${value}, ${dayAndClock(at)}${note === "" ? "" : `: ${note}`}`)}\n`;
