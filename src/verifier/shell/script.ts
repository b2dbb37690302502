import { type ParsedScript, type ParseError, parse } from "unbash";

/** A contract's command as the shell would read it. A script with faults still has the part that could be read. */
export type Script = { syntax: ParsedScript; faults: readonly ParseError[] };

export function parseScript(command: string): Script {
  const syntax = parse(command);
  return { syntax, faults: syntax.errors ?? [] };
}
