import type { ParsedScript } from "unbash";
import type { InnerScript, ShellKind } from "./inner-script.ts";
import { type ShellOptions, UNKNOWN_OPTIONS } from "./shell-options.ts";
import { NEVER, type Statuses } from "./statuses.ts";

/** What the shell knows when it comes to a command. */
export type State = { options: ShellOptions; last: Statuses };

/** How a command can end: with `falls` the script goes on, with `exits` the shell itself ends. */
export type Outcome = { falls: Statuses; exits: Statuses; options: ShellOptions };

/** Where a command stands. */
export type Context = {
  shell: ShellKind;
  functions: ReadonlySet<string>;
  /** In a condition, before `||` or behind `!`: there `set -e` has no effect. */
  isExcused: boolean;
  /** What it prints goes into a pipe, whose reader may be gone. */
  isPiped: boolean;
  /** Counts what a surrounding command has to know of: changed options, and jumps out of a loop. */
  seen: { changes: number; jumps: number };
  /** How a script run by this one can end, in a subshell or in a shell of its own. */
  substitution(script: ParsedScript, state: State): Statuses;
  inner(script: InnerScript): Statuses;
};

export const goesOn = (falls: Statuses, { options }: State): Outcome => ({ falls, exits: NEVER, options });

export const ends = (exits: Statuses, { options }: State): Outcome => ({ falls: NEVER, exits, options });

/** Anything at all may happen, the end of the shell included. */
export const UNKNOWN: Outcome = { falls: "any", exits: "any", options: UNKNOWN_OPTIONS };
