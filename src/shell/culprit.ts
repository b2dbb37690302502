import { type AndOr, type CommandNode, type PipelineNode, parse, type Statement } from "unbash";
import { exitStatuses } from "./exit-status.ts";
import { innerScript } from "./inner-script.ts";
import { type Frame, movedBy, type Place, sameText } from "./place.ts";
import { alwaysWorks } from "./redirects.ts";
import { parseScript, type Script } from "./script.ts";
import { wordsOf } from "./survey.ts";

/**
 * The words that decide a contract's exit status before it runs.
 * `swallows`: `|| true`; `ends`: `; true`; `detaches`: `… &`; `is`: the command itself.
 */
export type Culprit = Place & { role: "swallows" | "ends" | "detaches" | "is" };

export function findCulprit(command: string, script: Script): Culprit {
  return within({ statements: script.syntax.commands, source: command, frame: sameText }).culprit;
}

/**
 * The words to delete so that the contract can fail again, when that is certain to be the right repair:
 * a trailing `|| true`, `|| :`, `|| echo …`, `|| exit 0`, `; true` or `; exit 0`.
 */
export function findRepair(command: string, script: Script): Place | null {
  const { list } = within({ statements: script.syntax.commands, source: command, frame: sameText });
  const place = trailingExcuses(list);
  if (place === null) return null;
  const repaired = parseScript(command.slice(0, place.start) + command.slice(place.end));
  return repaired.faults.length === 0 && exitStatuses(repaired) === "any" ? place : null;
}

/** A list of statements, the text it was read from, and where that text stands in the contract. */
type List = { statements: readonly Statement[]; source: string; frame: Frame };

/** Goes into `( … )`, `{ …; }` and `sh -c '…'` as long as there is nothing beside them. */
function within(list: List): { culprit: Culprit; list: List } {
  const { statements, source, frame } = list;
  const index = lastReached(statements);
  const statement = statements[index];
  if (statement === undefined) return { culprit: { ...frame(0, source.length), role: "is" }, list };
  const { command, background, pos, end } = statement;
  if (background) return { culprit: { ...frame(pos, end), role: "detaches" }, list };
  const inner = index === 0 && statements.length === 1 ? listInside(command, list) : null;
  if (inner !== null && inner.statements.length > 0) return within(inner);
  if (command.type === "AndOr" && command.operators.at(-1) === "||" && isForegone(command.commands.at(-1), source)) {
    return { culprit: { ...frame(lastOperatorAt(command, source), command.end), role: "swallows" }, list };
  }
  if (index > 0 && isForegone(command, source)) {
    return { culprit: { ...frame(command.pos, command.end), role: "ends" }, list };
  }
  // What comes last decides only by what went before it, so it is all of them together.
  return { culprit: { ...frame(statements[0]?.pos ?? pos, statements.at(-1)?.end ?? end), role: "is" }, list };
}

/** Whether a command alone has a certain end, so that it can be blamed alone. */
const isForegone = (node: PipelineNode | AndOr | undefined, source: string): boolean =>
  node !== undefined && exitStatuses(parseScript(source.slice(node.pos, node.end))) !== "any";

/** Nothing after a plain `exit` is ever reached. */
function lastReached(statements: readonly Statement[]): number {
  const exit = statements.findIndex(({ command, background }) => {
    return !background && command.type === "Command" && /^(?:exit|exec)$/.test(command.name?.value ?? "");
  });
  return exit >= 0 ? exit : statements.length - 1;
}

function listInside(node: PipelineNode | AndOr, { source, frame }: List): List | null {
  if (node.type === "Subshell" || node.type === "BraceGroup") {
    return { statements: node.body.commands, source, frame };
  }
  if (node.type !== "Command") return null;
  const [name, ...args] = wordsOf(node, frame);
  const word = innerScript(name?.text ?? "", args)?.word;
  if (word === undefined || word.text === null || word.verbatimAt === null) return null;
  return { statements: parse(word.text).commands, source: word.text, frame: movedBy(word.verbatimAt, sameText) };
}

/** Between a command and its operator there are only blanks, so the first one found is the one. */
function lastOperatorAt({ commands, operators, pos }: AndOr, source: string): number {
  return source.indexOf(operators.at(-1) ?? "", commands.at(-2)?.end ?? pos);
}

function trailingExcuses({ statements, source, frame }: List): Place | null {
  let index = statements.length - 1;
  let cut = statements.at(-1)?.end ?? 0;
  const end = cut;
  while (index > 0 && isExcuse(statements[index]?.command, false) && !statements[index]?.background) {
    index -= 1;
    const previous = statements[index];
    if (previous === undefined || !isOnlyGlue(source.slice(previous.end, statements[index + 1]?.pos))) return null;
    cut = previous.end;
  }
  const last = statements[index];
  if (last?.command.type === "AndOr" && !last.background) {
    const { commands, operators } = last.command;
    for (let at = commands.length - 1; at > 0; at--) {
      const before = commands[at - 1];
      if (operators[at - 1] !== "||" || !isExcuse(commands[at], true) || before === undefined) break;
      if (!isOnlyGlue(source.slice(before.end, commands[at]?.pos))) return null;
      cut = before.end;
    }
  }
  return cut < end ? frame(cut, end) : null;
}

/** Blanks, `;` and `||`: no comment and no here-document would be lost. */
const isOnlyGlue = (text: string): boolean => /^(?:\s|;|\|\||\\\n)*$/.test(text);

function isExcuse(node: CommandNode | PipelineNode | AndOr | undefined, mayPrint: boolean): boolean {
  if (node?.type !== "Command" || node.prefix.length > 0 || !node.redirects.every(alwaysWorks)) return false;
  const [name, ...args] = wordsOf(node, sameText);
  if (name?.text === "true" || name?.text === ":") return args.length === 0;
  if (name?.text === "exit") return args.length === 1 && args[0]?.text === "0";
  return mayPrint && (name?.text === "echo" || name?.text === "printf");
}
