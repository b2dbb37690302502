import type { AndOr, Command, CompoundList, PipelineNode, Statement } from "unbash";
import { type Check, checkFinder } from "./check-finder.ts";
import { innerScript } from "./inner-script.ts";
import type { Invocation } from "./invocation.ts";
import { type Frame, movedBy, sameText } from "./place.ts";
import { parseScript, type Script } from "./script.ts";
import { applyFlags, DEFAULT_OPTIONS, type ShellOptions, UNKNOWN_OPTIONS } from "./shell-options.ts";
import { readWord } from "./shell-word.ts";
import { wordsOf } from "./survey.ts";

/** A check that can fail unseen, and what bash goes on with. `despiteErrexit`: `set -e` does not stop at a `!`. */
export type Unchecked = Check & { then: "command" | "turn"; despiteErrexit: boolean };

/** The checks of a script whose failure nothing looks at: bash goes on with the next statement, which decides. */
export function uncheckedCommands(command: string, { syntax, survey }: Script): Unchecked[] {
  if (survey.invocations.some(trapsErrors)) return [];
  const findCheck = checkFinder(survey);
  return inList(syntax.commands, { source: command, frame: sameText, options: DEFAULT_OPTIONS, isRepeated: false });

  function inList(statements: readonly Statement[], start: Setting): Unchecked[] {
    const { source, frame, isRepeated } = start;
    let { options } = start;
    const found: Unchecked[] = [];
    for (const [index, statement] of statements.entries()) {
      const next = statements[index + 1];
      const decides = next === undefined && !isRepeated;
      const setting = { ...start, options };
      found.push(...inLoop(statement, setting, decides));
      if (decides) found.push(...inInnerScript(statement, frame));
      else if (!statement.background && (next === undefined || !looksAtStatus(next, source))) {
        const check = findCheck(statement.command, frame);
        if (check !== null && goesOnAfter(check, options)) {
          const then = next === undefined ? "turn" : "command";
          found.push({ ...check, then, despiteErrexit: options.errexit === "on" });
        }
      }
      options = optionsAfter(statement, source, options);
    }
    return found;
  }

  /** Every turn of a loop but the last is forgotten, even where the loop itself decides. */
  function inLoop({ command, background }: Statement, setting: Setting, decides: boolean): Unchecked[] {
    const loop = background ? null : loopIn(command);
    if (loop === null) return [];
    return inList(loop.body.commands, { ...setting, isRepeated: !(decides && loop.hasOneTurn) });
  }

  /** The last statement decides, so what is inside it may lose a failure just as well. */
  function inInnerScript(statement: Statement, frame: Frame): Unchecked[] {
    const only = plainCommand(statement);
    const [name, ...args] = only === null ? [] : wordsOf(only, frame);
    const inner = innerScript(name?.text ?? "", args);
    if (inner === null) return [];
    const { text: source, verbatimAt } = inner.word;
    if (source === null || verbatimAt === null) return [];
    const script = parseScript(source);
    if (script.faults.length > 0) return [];
    const { options } = inner;
    return inList(script.syntax.commands, { source, frame: movedBy(verbatimAt, sameText), options, isRepeated: false });
  }
}

/** The text statements were read from, where it stands in the contract, the options in force, and whether they loop. */
type Setting = { source: string; frame: Frame; options: ShellOptions; isRepeated: boolean };

const trapsErrors = ({ name, args }: Invocation): boolean =>
  name.text === "trap" && args.some(({ text }) => text === "ERR" || text === "DEBUG");

/** Under `set -e` bash stops at a failure, but never at that of a negated command. */
const goesOnAfter = ({ isNegated }: Check, { errexit }: ShellOptions): boolean =>
  errexit === "off" || (errexit === "on" && isNegated);

function loopIn(node: PipelineNode | AndOr): { body: CompoundList; hasOneTurn: boolean } | null {
  const loop = node.type === "Redirected" ? node.command : node;
  if (loop.type === "While") return { body: loop.body, hasOneTurn: false };
  if (loop.type !== "For") return null;
  const [only, ...others] = loop.wordlist ?? [];
  const hasOneTurn = only !== undefined && others.length === 0 && readWord(only, sameText).text !== null;
  return { body: loop.body, hasOneTurn };
}

/** A statement that is one command and nothing else. */
function plainCommand({ command, background }: Statement): Command | null {
  const only = withoutTime(command);
  return !background && only.type === "Command" ? only : null;
}

function withoutTime(node: PipelineNode | AndOr): PipelineNode | AndOr {
  if (node.type !== "Pipeline" || node.prefixes.some(({ type }) => type !== "Time")) return node;
  const [only, ...others] = node.commands;
  return only !== undefined && others.length === 0 ? only : node;
}

/** Whether a statement reads the status of the one before it; a bare `exit` passes it on. */
function looksAtStatus({ command, pos, end }: Statement, source: string): boolean {
  const passesOn = command.type === "Command" && command.name?.value === "exit" && command.args.length === 0;
  return passesOn || /\$\?|\$\{\?|PIPESTATUS/.test(source.slice(pos, end));
}

function optionsAfter({ command, pos, end }: Statement, source: string, options: ShellOptions): ShellOptions {
  if (command.type === "Command") {
    const [name, ...args] = wordsOf(command, sameText);
    if (name?.text === "set") return applyFlags(options, args)?.options ?? UNKNOWN_OPTIONS;
  }
  return /\bset\s+[-+]|\berrexit\b/.test(source.slice(pos, end)) ? UNKNOWN_OPTIONS : options;
}
