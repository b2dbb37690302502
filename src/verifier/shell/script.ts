import { type ParsedScript, type ParseError, parse } from "unbash";
import { type Survey, surveyScript } from "./survey.ts";

/** A contract's command as the shell would read it. A script with faults still has the part that could be read. */
export type Script = { syntax: ParsedScript; faults: readonly ParseError[]; survey: Readonly<Survey> };

export function parseScript(command: string): Script {
  try {
    const syntax = parse(command);
    const survey = surveyScript(syntax, command);
    return { syntax, faults: [...survey.faults].sort((a, b) => a.pos - b.pos), survey };
  } catch (error) {
    // The parser recurses: only a script made to break it gets here.
    if (!(error instanceof RangeError)) throw error;
    const syntax = parse("");
    return { syntax, faults: [{ message: "nested too deep to be read", pos: 0 }], survey: surveyScript(syntax, "") };
  }
}
