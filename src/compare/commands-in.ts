import { UNFOLLOWED } from "../shell/command-outcome.ts";
import { sameText } from "../shell/place.ts";
import type { Script } from "../shell/script.ts";
import { applyFlags, DEFAULT_OPTIONS, type ShellOptions, UNKNOWN_OPTIONS } from "../shell/shell-options.ts";
import { wordsOf } from "../shell/survey.ts";

/** One command of a script and how it is joined to the one before it. */
export type CommandIn = {
  text: string;
  joint: ";" | "&&";
  /** The script fails when it does. */
  isObliged: boolean;
  /** Before `&&` the commands inside a compound one may fail in spite of `set -e`. */
  isExcused: boolean;
  /** Behind `&` nobody waits for it. */
  isAwaited: boolean;
};

/**
 * The commands of a script in their order; null when reading alone cannot tell what each of them means.
 * The conjuncts of an `&&` list are commands of their own; what stands before the last `||` of a list is one.
 */
export function commandsIn(source: string, { syntax, faults, survey }: Script): CommandIn[] | null {
  // The text of a here-document stands apart from its command.
  if (faults.length > 0 || source.includes("<<")) return null;
  const options = optionsAlong({ syntax, survey });
  if (options === null) return null;
  return syntax.commands.flatMap((statement, index) => {
    const isLast = index === syntax.commands.length - 1;
    const { errexit } = options[index] ?? DEFAULT_OPTIONS;
    return partsOf(statement).map(({ start, end, joint, node, isFinal }) => ({
      text: source.slice(start, end),
      joint,
      isObliged:
        !statement.background && (isLast || (errexit === "on" && isFinal && endsTheShell(node, survey.functions))),
      isExcused: errexit !== "off" && !isFinal && !isProgram(node, survey.functions),
      isAwaited: !statement.background,
    }));
  });
}

/** The options in force when the last statement begins; null when reading alone cannot tell. */
export const optionsAtEnd = (script: Script): ShellOptions | null => optionsAlong(script)?.at(-1) ?? null;

type Statement = Script["syntax"]["commands"][number];

/** The options in force before each statement; null when something other than a statement may change them. */
function optionsAlong({ syntax, survey }: Pick<Script, "syntax" | "survey">): ShellOptions[] | null {
  if (survey.invocations.some(({ name }) => name.text === null || UNFOLLOWED.has(name.text))) return null;
  let [options, sets] = [DEFAULT_OPTIONS, 0];
  const before = syntax.commands.map(({ command, background }) => {
    const here = options;
    if (command.type === "Command" && command.name?.value === "set" && !background) {
      sets += 1;
      options = applyFlags(options, wordsOf(command, sameText).slice(1))?.options ?? UNKNOWN_OPTIONS;
    }
    return here;
  });
  return sets === survey.invocations.filter(({ name }) => name.text === "set").length ? before : null;
}

/** A command, or the conjunct of a list, with the node that decides how it ends. `set -e` looks at final ones only. */
type Part = { start: number; end: number; joint: CommandIn["joint"]; node: Node; isFinal: boolean };
type Node = Exclude<Statement["command"], { type: "AndOr" }>;

function partsOf({ command, background, pos, end }: Statement): Part[] {
  if (command.type !== "AndOr") {
    const place = background ? { start: pos, end } : { start: command.pos, end: command.end };
    return [{ ...place, joint: ";", node: command, isFinal: true }];
  }
  const { commands, operators } = command;
  const grouped = background ? commands.length - 1 : operators.lastIndexOf("||") + 1;
  return commands.slice(grouped).map((node, index) => ({
    start: index === 0 ? command.pos : node.pos,
    end: background ? end : node.end,
    joint: index === 0 ? ";" : "&&",
    node,
    isFinal: grouped + index === commands.length - 1,
  }));
}

/** Whether `set -e` ends the shell at every failure: inside `{ a && b; }` it forgives that of `a`. */
function endsTheShell(node: Node, functions: ReadonlySet<string>): boolean {
  switch (node.type) {
    case "Command":
      return !functions.has(node.name?.value ?? "") && node.name?.value !== "set";
    case "Pipeline":
      return node.prefixes.every(({ type }) => type !== "Negation");
    case "Subshell":
    case "TestCommand":
    case "ArithmeticCommand":
      return true;
    default:
      return false;
  }
}

/** Whether nothing of the script itself runs inside it, so that `set -e` means nothing there. */
export function isProgram(node: Node, functions: ReadonlySet<string>): boolean {
  if (node.type === "Pipeline") return node.commands.every((each) => isProgram(each, functions));
  return node.type === "Command" && !functions.has(node.name?.value ?? "");
}
