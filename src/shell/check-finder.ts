import type { AndOr, Command, Pipeline, PipelineNode, Redirection } from "unbash";
import { isCheck, isLookUp } from "./checking-command.ts";
import { type Frame, type Place, sameText } from "./place.ts";
import { readWord } from "./shell-word.ts";
import { isNegation, type Survey, wordsOf } from "./survey.ts";

/** A part of a script that is there for its status alone. */
export type Check = Place & { isNegated: boolean };

export type FindCheck = (node: PipelineNode | AndOr, frame: Frame) => Check | null;

/** Tells which parts of a script are checks, themselves or through what they start: `timeout 60 npm test`. */
export function checkFinder(survey: Readonly<Survey>): FindCheck {
  const byEnd = Map.groupBy(survey.invocations, ({ end }) => end);
  return find;

  function find(node: PipelineNode | AndOr, frame: Frame, isNegated = false): Check | null {
    switch (node.type) {
      case "Command":
        return commandCheck(node, frame, isNegated);
      case "TestCommand":
        return { ...frame(node.pos, node.end), isNegated };
      case "Pipeline":
        return pipelineCheck(node, frame);
      case "AndOr": {
        // With anything else in it, `[ -f x ] && rm x` for example, the status is used right there.
        const isCheck = node.operators.every((operator) => operator === "&&") && node.commands.every(isOne);
        return isCheck ? { ...frame(node.pos, node.end), isNegated } : null;
      }
      default:
        return null;
    }
    function isOne(part: PipelineNode): boolean {
      return find(part, frame) !== null;
    }
  }

  /** The last command of a pipe decides. */
  function pipelineCheck(node: Pipeline, frame: Frame): Check | null {
    const isNegated = isNegation(node);
    const last = node.commands.at(-1);
    const check = last === undefined ? null : find(last, frame, isNegated);
    const isAlone = node.commands.length === 1 && !isNegated;
    return check === null || isAlone ? check : { ...frame(node.pos, node.end), isNegated };
  }

  function commandCheck(command: Command, frame: Frame, isNegated: boolean): Check | null {
    const words = wordsOf(command, frame);
    const [name, last] = [words[0], words.at(-1)];
    if (name === undefined || last === undefined || name.text === "exec") return null;
    // `find … -exec x \;` succeeds whatever x does.
    if (command.redirects.some(keepsOutput) || (name.text === "find" && last.text === ";")) return null;
    // A search that prints may be there for what it prints; it is not when it has to find nothing.
    const isForStatus = isNegated || command.redirects.some(dropsOutput);
    const starts = new Set(words.map(({ start }) => start));
    const started = byEnd.get(last.end)?.filter(({ start }) => starts.has(start)) ?? [];
    const isChecking = started.some(
      (each) => !survey.functions.has(each.name.text ?? "") && (isCheck(each) || (isForStatus && isLookUp(each))),
    );
    return isChecking ? { start: name.start, end: last.end, isNegated } : null;
  }
}

/** Whoever writes the output to a file means to look into it. */
function keepsOutput(redirect: Redirection): boolean {
  const target = writtenTo(redirect);
  return target !== null && !/^(?:\d|-|\/dev\/\w+)$/.test(target);
}

function dropsOutput(redirect: Redirection): boolean {
  const { descriptor } = redirect;
  const isStdout = descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1);
  return isStdout && writtenTo(redirect) === "/dev/null";
}

/** Where a redirection writes to; empty when only running the script can tell. */
function writtenTo(redirect: Redirection): string | null {
  if (redirect.type !== "Redirect" || !redirect.operator.includes(">") || redirect.target === undefined) return null;
  return readWord(redirect.target, sameText).text ?? "";
}
