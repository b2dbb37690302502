import type { AndOr, Command, PipelineNode, Statement } from "unbash";
import { isCheck } from "./checking-command.ts";
import { innerScript } from "./inner-script.ts";
import type { Invocation } from "./invocation.ts";
import { type Frame, movedBy, type Place, sameText } from "./place.ts";
import { parseScript, type Script } from "./script.ts";
import { applyFlags, DEFAULT_OPTIONS, type ShellOptions, UNKNOWN_OPTIONS } from "./shell-options.ts";
import { readWord } from "./shell-word.ts";
import { wordsOf } from "./survey.ts";

/** The checks of a script whose failure nothing looks at: bash goes on with the next statement, which decides. */
export function uncheckedCommands(command: string, { syntax, survey }: Script): Place[] {
  if (survey.invocations.some(trapsErrors)) return [];
  const byEnd = Map.groupBy(survey.invocations, ({ end }) => end);
  return inList(syntax.commands, { source: command, frame: sameText, options: DEFAULT_OPTIONS });

  function inList(statements: readonly Statement[], start: Setting): Place[] {
    const { source, frame } = start;
    let { options } = start;
    const found: Place[] = [];
    for (const [index, statement] of statements.entries()) {
      const next = statements[index + 1];
      const only = plainCommand(statement);
      if (only !== null && next === undefined) found.push(...inInnerScript(only, frame));
      if (only !== null && next !== undefined && options.errexit === "off" && !looksAtStatus(next, source)) {
        const place = checkIn(only, frame);
        if (place !== null) found.push(place);
      }
      options = optionsAfter(statement, source, options);
    }
    return found;
  }

  /** The last statement decides, so what is inside it may lose a failure just as well. */
  function inInnerScript(only: Command, frame: Frame): Place[] {
    const [name, ...args] = wordsOf(only, frame);
    const inner = innerScript(name?.text ?? "", args);
    if (inner === null) return [];
    const { text: source, verbatimAt } = inner.word;
    if (source === null || verbatimAt === null) return [];
    const script = parseScript(source);
    if (script.faults.length > 0) return [];
    return inList(script.syntax.commands, { source, frame: movedBy(verbatimAt, sameText), options: inner.options });
  }

  /** The place of a command that checks something, itself or through what it starts: `timeout 60 npm test`. */
  function checkIn(only: Command, frame: Frame): Place | null {
    const words = wordsOf(only, frame);
    const [name, last] = [words[0], words.at(-1)];
    if (name === undefined || last === undefined || name.text === "exec" || keepsOutput(only)) return null;
    const starts = new Set(words.map(({ start }) => start));
    const started = byEnd.get(last.end)?.filter(({ start }) => starts.has(start)) ?? [];
    const isChecking = started.some((each) => !survey.functions.has(each.name.text ?? "") && isCheck(each));
    return isChecking ? { start: name.start, end: last.end } : null;
  }
}

/** The text statements were read from, where it stands in the contract, and the options in force. */
type Setting = { source: string; frame: Frame; options: ShellOptions };

const trapsErrors = ({ name, args }: Invocation): boolean =>
  name.text === "trap" && args.some(({ text }) => text === "ERR" || text === "DEBUG");

/** A statement that is one command and nothing else; anything around it (`&&`, `!`, `if`, `&`) is a use of its status. */
function plainCommand({ command, background }: Statement): Command | null {
  const only = withoutTime(command);
  return !background && only.type === "Command" ? only : null;
}

function withoutTime(node: PipelineNode | AndOr): PipelineNode | AndOr {
  if (node.type !== "Pipeline" || node.prefixes.some(({ type }) => type !== "Time")) return node;
  const [only, ...others] = node.commands;
  return only !== undefined && others.length === 0 ? only : node;
}

/** Whoever writes the output to a file means to look into it. */
function keepsOutput({ redirects }: Command): boolean {
  return redirects.some((redirect) => {
    if (redirect.type !== "Redirect" || !redirect.operator.includes(">") || redirect.target === undefined) return false;
    return !/^(?:\d|-|\/dev\/\w+)$/.test(readWord(redirect.target, sameText).text ?? "");
  });
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
