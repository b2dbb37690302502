import type { Assignment, Command, Redirection, Word, WordPart } from "unbash";
import { canAbort, isSettable, redirectCanAbort } from "./abortable.ts";
import { constantTest } from "./constant-test.ts";
import { innerScript, type ShellKind } from "./inner-script.ts";
import { type Context, ends, goesOn, type Outcome, type State, UNKNOWN } from "./outcome.ts";
import { sameText } from "./place.ts";
import { alwaysWorks } from "./redirects.ts";
import { applyFlags } from "./shell-options.ts";
import type { ShellWord } from "./shell-word.ts";
import { either, FAILURE, type Statuses, SUCCESS } from "./statuses.ts";
import { wordsOf } from "./survey.ts";

/** How a simple command can end. What we do not know by name may end with any status. */
export function commandOutcome(command: Command, state: State, context: Context): Outcome {
  if (readingCanAbort(command, state, context)) return UNKNOWN;
  const redirectsWork = command.redirects.every(alwaysWorks);
  const words = wordsOf(command, sameText);
  const outcome =
    words.length === 0
      ? goesOn(assignmentStatuses(command, state, context), state)
      : runWords(words, state, context, { isPlain: command.prefix.length === 0, redirectsWork });
  if (redirectsWork) return outcome;
  // In a POSIX shell a redirection that fails takes the shell down with it when the command is a special builtin.
  const isFatal = context.shell === "sh" && SPECIAL_BUILTINS.has(words[0]?.text ?? "");
  return { ...outcome, falls: "any", exits: isFatal ? "any" : outcome.exits };
}

/** Builtins that can change what any other command means or how the shell ends: we do not follow those. */
export const UNFOLLOWED: ReadonlySet<string> = new Set([
  ...[".", "alias", "declare", "enable", "eval", "kill", "logout", "readonly", "shopt", "source", "suspend", "trap"],
  ...["typeset", "ulimit", "unalias"],
]);

type Manner = { isPlain: boolean; redirectsWork: boolean };

function readingCanAbort(command: Command, state: State, context: Context): boolean {
  const reading = { shell: context.shell, isNounset: state.options.nounset !== "off" };
  return [...command.prefix, ...(command.name ? [command.name] : []), ...command.suffix].some((item) => {
    if (item.type === "Word") return canAbort(item, reading);
    if (item.type !== "Assignment") return redirectCanAbort(item satisfies Redirection, reading);
    return !isSettable(item.name) || assignmentCanAbort(item);
  });

  function assignmentCanAbort({ index, value }: Assignment): boolean {
    return index !== undefined || valuesOf(value).some((word) => canAbort(word, reading));
  }
}

const valuesOf = (value: Assignment["value"]): readonly Word[] => (value.type === "Word" ? [value] : value.elements);

/** `X=$(…)` ends with the status of its substitution, `X=1` with success. */
function assignmentStatuses(command: Command, state: State, context: Context): Statuses {
  const values = command.prefix.flatMap((item) => (item.type === "Assignment" ? valuesOf(item.value) : []));
  const parts = values.flatMap((word) => word.parts ?? []).flatMap(quotedParts);
  // A default such as `${X:-$(…)}` is read or not, as the case may be.
  if (parts.some(({ type, text }) => type !== "CommandExpansion" && /`|\$\(/.test(text))) return "any";
  const substitutions = parts.filter((part) => part.type === "CommandExpansion");
  if (substitutions.length === 0) return SUCCESS;
  return substitutions
    .map(({ script }) => (script === undefined ? "any" : context.substitution(script, state)))
    .reduce(either);
}

const quotedParts = (part: WordPart): readonly WordPart[] =>
  part.type === "DoubleQuoted" || part.type === "LocaleString" ? part.parts : [part];

function runWords(words: readonly ShellWord[], state: State, context: Context, manner: Manner): Outcome {
  const [name, ...args] = words;
  if (name === undefined) return goesOn(SUCCESS, state);
  // A word that only running can tell might say `exit`; with a slash in it, it is at least a program.
  if (name.text === null) return isQuotedPath(name) ? goesOn("any", state) : UNKNOWN;
  if (context.functions.has(name.text) || UNFOLLOWED.has(name.text)) return UNKNOWN;
  const builtin = Object.hasOwn(BUILTINS, name.text) ? BUILTINS[name.text] : undefined;
  return builtin?.(args, state, context, manner) ?? goesOn(programStatuses(words, context), state);
}

const isQuotedPath = ({ source }: ShellWord): boolean => /^"[^"`]*\/[^"`]*"$/.test(source);

/** How a program outside the shell can end. */
function programStatuses([name, ...args]: readonly ShellWord[], context: Context): Statuses {
  const program = (name?.text ?? "").replace(/^\/(?:usr\/)?bin\//, "");
  if (program === "true") return SUCCESS;
  if (program === "false") return FAILURE;
  if (program === "echo") return context.isPiped ? "any" : SUCCESS;
  const script = innerScript(program, args);
  return script === null ? "any" : context.inner(script);
}

type Builtin = (args: readonly ShellWord[], state: State, context: Context, manner: Manner) => Outcome;

const BUILTINS: Readonly<Record<string, Builtin>> = {
  ":": (_args, state) => goesOn(SUCCESS, state),
  true: (_args, state) => goesOn(SUCCESS, state),
  false: (_args, state) => goesOn(FAILURE, state),
  echo: (_args, state, { isPiped }) => goesOn(isPiped ? "any" : SUCCESS, state),
  printf: (args, state, { isPiped }) => goesOn(!isPiped && isPlainFormat(args[0]) ? SUCCESS : "any", state),
  test: (args, state, context) => goesOn(testStatuses(args, context), state),
  "[": (args, state, context) =>
    goesOn(args.at(-1)?.text === "]" ? testStatuses(args.slice(0, -1), context) : "any", state),
  exit: exitShell,
  exec: execProgram,
  set: setOptions,
  command: (args, state, context, manner) => runBuiltin(args, state, context, manner),
  builtin: (args, state, context, manner) => runBuiltin(args, state, context, manner),
  export: (args, state, { shell }) =>
    args.every((arg) => isExportable(arg, shell)) ? goesOn(SUCCESS, state) : UNKNOWN,
  unset: (args, state) => (args.every(({ text }) => isSettable(text ?? "")) ? goesOn(SUCCESS, state) : UNKNOWN),
  // Without a name it waits for all, and forgets how they ended.
  wait: (args, state) => goesOn(args.length === 0 ? SUCCESS : "any", state),
  break: leaveLoop,
  continue: leaveLoop,
  return: () => UNKNOWN,
  let: () => UNKNOWN,
};

const SPECIAL_BUILTINS = new Set([
  ":",
  "break",
  "continue",
  "exec",
  "exit",
  "export",
  "return",
  "set",
  "shift",
  "times",
  "unset",
]);

/** Only `%s` and `%%`, and escapes every shell knows: nothing in the arguments can be wrong for it. */
const isPlainFormat = (format: ShellWord | undefined): boolean =>
  format !== undefined && format.text !== null && /^(?!-)(?:[^%\\]|%%|%s|\\[nt\\])*$/.test(format.text);

function testStatuses(args: readonly ShellWord[], { shell }: Context): Statuses {
  if (shell === "sh" && args.some(({ text }) => text === "==")) return "any";
  const value = constantTest(args);
  return value === null ? "any" : value ? SUCCESS : FAILURE;
}

function exitShell(
  args: readonly ShellWord[],
  state: State,
  _context: Context,
  { isPlain, redirectsWork }: Manner,
): Outcome {
  const [status] = args;
  if (args.length > 1) return UNKNOWN;
  if (status === undefined || /^"?\$(?:\?|\{\?\})"?$/.test(status.source)) {
    return ends(isPlain && redirectsWork ? state.last : "any", state);
  }
  const number = /^\d{1,3}$/.test(status.text ?? "") ? Number(status.text) : 256;
  return ends(number > 255 ? "any" : new Set([number]), state);
}

/** `exec program` is the end of the shell; without a program it changes where everything is read and written. */
function execProgram(args: readonly ShellWord[], state: State, context: Context, { redirectsWork }: Manner): Outcome {
  const [program] = args;
  if (program === undefined) return redirectsWork ? goesOn(SUCCESS, state) : UNKNOWN;
  if (program.text === null || program.text.startsWith("-")) return UNKNOWN;
  return ends(programStatuses(args, context), state);
}

function setOptions(args: readonly ShellWord[], state: State, context: Context): Outcome {
  context.seen.changes += 1;
  const flags = applyFlags(state.options, args);
  if (flags === null || /[cl]/.test(flags.letters)) return UNKNOWN;
  // Where failures are excused, bash follows its manual only most of the time: `! { set -e; false; }` ends it.
  if (context.isExcused && flags.options.errexit !== state.options.errexit) return UNKNOWN;
  // A plain POSIX shell has no pipefail, and ends at an option it does not have.
  if (context.shell === "sh" && flags.letters.includes("o")) return { ...UNKNOWN, options: flags.options };
  return { ...goesOn(SUCCESS, state), options: flags.options };
}

function runBuiltin(args: readonly ShellWord[], state: State, context: Context, manner: Manner): Outcome {
  const name = args[0]?.text ?? "-";
  if (name === "-v" || name === "-V") return goesOn("any", state);
  if (name.startsWith("-")) return UNKNOWN;
  return runWords(args, state, { ...context, functions: new Set() }, manner);
}

function leaveLoop(args: readonly ShellWord[], state: State, context: Context): Outcome {
  context.seen.jumps += 1;
  const [levels, ...others] = args;
  const isPlain = others.length === 0 && (levels === undefined || /^[1-9]\d{0,2}$/.test(levels.text ?? ""));
  return isPlain ? goesOn(SUCCESS, state) : UNKNOWN;
}

/** A POSIX shell splits `export X=$(…)` into words, and each of them has to be a name. */
const isExportable = ({ source, text }: ShellWord, shell: ShellKind): boolean =>
  isSettable(source.split("=", 1)[0] ?? "") && (shell === "bash" || text !== null);
