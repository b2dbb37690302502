import { type ParsedScript, type ParseError, parse } from "unbash";
import { type Survey, surveyScript } from "./survey.ts";

/** A contract's command as the shell would read it. A script with faults still has the part that could be read. */
export type Script = { syntax: ParsedScript; faults: readonly ParseError[]; survey: Readonly<Survey> };

export function parseScript(command: string): Script {
  const absurd = ABSURD.exec(command);
  if (absurd) return unreadable(absurd.index);
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

/** The parser's cost grows with the square of such a run. */
const ABSURD = /\{{64}|(?:\$\(\(?){64}/;

function unreadable(pos: number): Script {
  const syntax = parse("");
  return { syntax, faults: [{ message: "nested too deep to be read", pos }], survey: surveyScript(syntax, "") };
}
