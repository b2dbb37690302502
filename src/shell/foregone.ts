import type { Contract, StdoutTest } from "../plan/model.ts";
import { certainOutput } from "./certain-output.ts";
import { exitStatuses } from "./exit-status.ts";
import type { Script } from "./script.ts";
import { isCertain, isPossible, type Statuses } from "./statuses.ts";

export type Expectation = Pick<Contract, "exitCode" | "stdout">;

/** A contract that ends the same way whatever the worker did. `exits` are the statuses it can have. */
export type Foregone = { verdict: "passes" | "fails"; exits: Statuses };

/** Null for a contract that can both pass and fail, as far as reading it can tell. */
export function foregone(script: Script, { exitCode, stdout }: Expectation): Foregone | null {
  const exits = exitStatuses(script);
  if (exits === "any" || !isPossible(exits)) return null;
  if (!exits.has(exitCode)) return { verdict: "fails", exits };
  if (!isCertain(exits, exitCode)) return null;
  const printed = stdout === undefined ? true : printsFor(script, stdout);
  return printed === null ? null : { verdict: printed ? "passes" : "fails", exits };
}

function printsFor(script: Script, test: StdoutTest): boolean | null {
  const wanted = test.kind === "contains" ? test.text : literalOf(test.pattern);
  if (wanted === null) return null;
  const { texts, isAll } = certainOutput(script);
  if (texts.some((text) => text.includes(wanted))) return true;
  return isAll ? false : null;
}

/** A pattern without anything special in it. Others are not tried: a hostile one can take forever. */
const literalOf = (pattern: string): string | null => (/^[\w ,:;=@<>~!'"-]*$/.test(pattern) ? pattern : null);
