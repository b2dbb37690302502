import type {
  AndOr,
  Case,
  CommandNode,
  CompoundList,
  For,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Statement,
  TestCommand,
  While,
} from "unbash";
import { canAbort, isSettable, redirectCanAbort, testCanAbort } from "./abortable.ts";
import { commandOutcome, UNFOLLOWED } from "./command-outcome.ts";
import { constantExpression } from "./constant-test.ts";
import { cannotFail } from "./filters.ts";
import type { InnerScript, ShellKind } from "./inner-script.ts";
import { type Context, goesOn, type Outcome, type State, UNKNOWN } from "./outcome.ts";
import { sameText } from "./place.ts";
import { alwaysWorks } from "./redirects.ts";
import { parseScript, type Script } from "./script.ts";
import { DEFAULT_OPTIONS, joinOptions, type ShellOptions } from "./shell-options.ts";
import {
  either,
  FAILURE,
  failuresOf,
  isPossible,
  NEVER,
  negated,
  type Statuses,
  SUCCESS,
  successesOf,
} from "./statuses.ts";
import { isNegation, wordsOf } from "./survey.ts";

/**
 * Every status a script can end with, by reading it: an abstract run in which each command we do not know may end
 * with any status. A status that is not in the answer cannot happen; one that is might.
 */
export function exitStatuses(script: Script): Statuses {
  return statusesOf(script, { shell: "bash", options: DEFAULT_OPTIONS, depth: 0 });
}

type Start = { shell: ShellKind; options: ShellOptions; depth: number };

/** Scripts within scripts within scripts: each level reads its whole text again. */
const DEEPEST = 8;

function statusesOf({ syntax, faults, survey }: Script, { shell, options, depth }: Start): Statuses {
  if (faults.length > 0 || depth > DEEPEST || (shell === "sh" && !survey.isPosix)) return "any";
  if (survey.invocations.some(({ name }) => UNFOLLOWED.has(name.text ?? ""))) return "any";
  const context: Context = {
    shell,
    functions: survey.functions,
    isExcused: false,
    isPiped: false,
    seen: { changes: 0, jumps: 0 },
    substitution: (inner, state) => subshell(inner, state, { ...context, isExcused: false, isPiped: false }),
    inner: (inner) => innerStatuses(inner, depth + 1),
  };
  const { falls, exits } = runList(syntax, { options, last: SUCCESS }, context);
  return either(falls, exits);
}

function innerStatuses({ word, shell, options }: InnerScript, depth: number): Statuses {
  return word.text === null ? "any" : statusesOf(parseScript(word.text), { shell, options, depth });
}

/** What ends only itself: nothing it does changes the shell around it. */
function subshell(list: ParsedScript | CompoundList, state: State, context: Context): Statuses {
  const { falls, exits } = runList(list, state, context);
  return either(falls, exits);
}

function runList({ commands }: { commands: readonly Statement[] }, start: State, context: Context): Outcome {
  let state = start;
  let falls: Statuses = SUCCESS;
  let exits: Statuses = NEVER;
  for (const statement of commands) {
    const outcome = runStatement(statement, state, context);
    falls = outcome.falls;
    exits = either(exits, outcome.exits);
    state = { options: outcome.options, last: falls };
    if (!isPossible(falls)) break;
  }
  return { falls, exits, options: state.options };
}

function runStatement({ command, background }: Statement, state: State, context: Context): Outcome {
  if (background) return goesOn(SUCCESS, state);
  return command.type === "AndOr" ? runAndOr(command, state, context) : run(command, state, context);
}

function runAndOr({ commands, operators }: AndOr, start: State, context: Context): Outcome {
  let state = start;
  let falls: Statuses = SUCCESS;
  let exits: Statuses = NEVER;
  for (const [index, command] of commands.entries()) {
    const operator = operators[index - 1];
    const isLast = index === commands.length - 1;
    const enters = operator === undefined ? state.last : operator === "&&" ? successesOf(falls) : failuresOf(falls);
    const skips = operator === undefined ? NEVER : operator === "&&" ? failuresOf(falls) : successesOf(falls);
    if (operator !== undefined && !isPossible(enters)) continue;
    const outcome = run(command, { ...state, last: enters }, isLast ? context : { ...context, isExcused: true });
    exits = either(exits, outcome.exits);
    falls = either(skips, outcome.falls);
    const options = isPossible(skips) ? joinOptions(state.options, outcome.options) : outcome.options;
    state = { options, last: falls };
  }
  return { falls, exits, options: state.options };
}

/** One command, and what `set -e` makes of its failure. */
function run(node: PipelineNode, state: State, context: Context): Outcome {
  const outcome = node.type === "Pipeline" ? runPipeline(node, state, context) : runNode(node, state, context);
  const isExcused = context.isExcused || (node.type === "Pipeline" && isNegation(node));
  if (isExcused || outcome.options.errexit === "off") return outcome;
  return { ...outcome, exits: either(outcome.exits, failuresOf(outcome.falls)) };
}

function runPipeline(pipeline: Pipeline, state: State, context: Context): Outcome {
  const isExcused = context.isExcused || isNegation(pipeline);
  const { jumps } = context.seen;
  const [only, ...others] = pipeline.commands;
  if (only === undefined) return goesOn(isNegation(pipeline) ? FAILURE : SUCCESS, state);
  const outcome =
    others.length === 0
      ? runNode(only, state, { ...context, isExcused })
      : goesOn(pipeStatuses(pipeline.commands, state, { ...context, isExcused }), state);
  if (!isNegation(pipeline)) return outcome;
  // `! break` leaves the loop with a failure, which no other command of the loop shows.
  return context.seen.jumps === jumps ? { ...outcome, falls: negated(outcome.falls) } : UNKNOWN;
}

/** The last command decides, or with pipefail the last one that fails. Each of them runs in a subshell. */
function pipeStatuses(commands: readonly CommandNode[], state: State, context: Context): Statuses {
  const { pipefail } = state.options;
  const each = commands.map((command, index) => {
    const isPiped = context.isPiped || (pipefail !== "off" && index < commands.length - 1);
    const { falls, exits } = runNode(command, state, { ...context, isPiped });
    return either(falls, exits);
  });
  const last = commands.at(-1);
  const before = each.slice(0, -1).reduce(either);
  const isSafeFilter = last?.type === "Command" && last.redirects.length === 0 && cannotFail(wordsOf(last, sameText));
  const own = isSafeFilter && !isPossible(failuresOf(before)) ? SUCCESS : (each.at(-1) ?? "any");
  if (pipefail === "off") return own;
  const failures = each.map(failuresOf).reduce(either);
  const canSucceed = [...each.slice(0, -1), own].every((statuses) => isPossible(successesOf(statuses)));
  const withPipefail = either(canSucceed ? SUCCESS : NEVER, failures);
  return pipefail === "on" ? withPipefail : either(own, withPipefail);
}

function runNode(node: CommandNode, state: State, context: Context): Outcome {
  switch (node.type) {
    case "Command":
      return commandOutcome(node, state, context);
    case "Subshell":
      return goesOn(subshell(node.body, state, context), state);
    case "BraceGroup":
      return runList(node.body, state, context);
    case "If":
      return runIf(node, state, context);
    case "For":
      return runFor(node, state, context);
    case "While":
      return runWhile(node, state, context);
    case "Case":
      return runCase(node, state, context);
    case "TestCommand":
      return runTest(node, state, context);
    case "ArithmeticCommand":
      return runArithmetic(node.body, state);
    case "Function":
      return goesOn(SUCCESS, state);
    case "Redirected": {
      const reading = readingOf(state, context);
      if (!node.redirects.every((item) => alwaysWorks(item) && !redirectCanAbort(item, reading))) return UNKNOWN;
      return runNode(node.command, { ...state, last: "any" }, context);
    }
    case "ArithmeticFor":
    case "Select":
    case "Coproc":
      return UNKNOWN;
  }
}

function runIf({ clause, then, elif, else: otherwise }: If, start: State, context: Context): Outcome {
  let state = start;
  let result: Outcome | null = null;
  let exits: Statuses = NEVER;
  for (const branch of [{ clause, then }, ...elif]) {
    const condition = runList(branch.clause, state, { ...context, isExcused: true });
    exits = either(exits, condition.exits);
    if (isPossible(successesOf(condition.falls))) {
      result = joined(result, runList(branch.then, { options: condition.options, last: SUCCESS }, context));
    }
    const failures = failuresOf(condition.falls);
    state = { options: condition.options, last: failures };
    if (!isPossible(failures))
      return { ...(result ?? goesOn(NEVER, state)), exits: either(exits, result?.exits ?? NEVER) };
  }
  const last = otherwise === undefined ? goesOn(SUCCESS, state) : runList(otherwise, state, context);
  const all = joined(result, last);
  return { ...all, exits: either(exits, all.exits) };
}

function joined(a: Outcome | null, b: Outcome): Outcome {
  if (a === null) return b;
  return {
    falls: either(a.falls, b.falls),
    exits: either(a.exits, b.exits),
    options: joinOptions(a.options, b.options),
  };
}

function runFor({ name, wordlist, body }: For, state: State, context: Context): Outcome {
  const reading = readingOf(state, context);
  if (!isSettable(name.value) || (wordlist ?? []).some((word) => canAbort(word, reading))) return UNKNOWN;
  return runLoop([body], state, context);
}

function runWhile({ clause, body }: While, state: State, context: Context): Outcome {
  return runLoop([clause, body], state, context);
}

/** Any number of turns, none included; `break` and `continue` end one with success. */
function runLoop(lists: readonly CompoundList[], state: State, context: Context): Outcome {
  const before = context.seen.changes;
  let exits: Statuses = NEVER;
  let falls: Statuses = SUCCESS;
  for (const [index, list] of lists.entries()) {
    const isCondition = index < lists.length - 1;
    const turn = runList(list, { ...state, last: "any" }, isCondition ? { ...context, isExcused: true } : context);
    exits = either(exits, turn.exits);
    if (!isCondition) falls = either(falls, turn.falls);
  }
  // Options that change inside would make the second turn another one than the first.
  return context.seen.changes === before ? { falls, exits, options: state.options } : UNKNOWN;
}

function runCase({ word, items }: Case, state: State, context: Context): Outcome {
  const reading = readingOf(state, context);
  const words = [word, ...items.flatMap(({ pattern }) => pattern)];
  if (words.some((each) => canAbort(each, reading))) return UNKNOWN;
  let result = goesOn(SUCCESS, state);
  let entry = state.options;
  for (const { body, terminator } of items) {
    const outcome = runList(body, { options: entry, last: "any" }, context);
    result = joined(result, outcome);
    const fallsThrough = terminator === ";&" || terminator === ";;&";
    entry = fallsThrough ? joinOptions(state.options, outcome.options) : state.options;
  }
  return result;
}

function runTest({ expression }: TestCommand, state: State, context: Context): Outcome {
  if (testCanAbort(expression, readingOf(state, context))) return UNKNOWN;
  const value = constantExpression(expression);
  return goesOn(value === null ? "any" : value ? SUCCESS : FAILURE, state);
}

function runArithmetic(body: string, state: State): Outcome {
  if (/[$`]/.test(body) || state.options.nounset !== "off") return UNKNOWN;
  const number = /^\s*(?:0|[1-9]\d{0,9})\s*$/.test(body) ? Number(body) : null;
  return goesOn(number === null ? "any" : number === 0 ? FAILURE : SUCCESS, state);
}

const readingOf = ({ options }: State, { shell }: Context) => ({ shell, isNounset: options.nounset !== "off" });
