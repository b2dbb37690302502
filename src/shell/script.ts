import { type ParsedScript, type ParseError, parse } from "unbash";
import { type Survey, surveyScript } from "./survey.ts";

/** A contract's command as the shell would read it. A script with faults still has the part that could be read. */
export type Script = { syntax: ParsedScript; faults: readonly ParseError[]; survey: Readonly<Survey> };

export function parseScript(command: string): Script {
  const absurd = absurdPlace(command);
  if (absurd !== null) return unreadable(absurd);
  try {
    const syntax = parse(command);
    const survey = surveyScript(syntax, command);
    return { syntax, faults: [...survey.faults].sort((a, b) => a.pos - b.pos), survey };
  } catch (error) {
    // The parser recurses: only a script made to break it gets here.
    if (!(error instanceof RangeError)) throw error;
    return unreadable(0);
  }
}

/**
 * Where the parser's cost would grow with the square of what follows: a run of openings, many that are never closed, a
 * word with braces all over.
 */
function absurdPlace(command: string): number | null {
  const run = ABSURD_RUN.exec(command);
  if (run) return run.index;
  if ((count(command, "(") - count(command, ")")) * command.length > MOST_STEPS) return command.indexOf("(");
  for (const { 0: word, index } of command.matchAll(/\S+/g)) {
    if (word.length ** 2 > MOST_STEPS && count(word, "{") * word.length > MOST_STEPS) return index;
  }
  return null;
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;

const ABSURD_RUN = /\{{64}|(?:\$\(\(?){64}/;
const MOST_STEPS = 3_000_000;

function unreadable(pos: number): Script {
  const syntax = parse("");
  return { syntax, faults: [{ message: "nested too deep to be read", pos }], survey: surveyScript(syntax, "") };
}
