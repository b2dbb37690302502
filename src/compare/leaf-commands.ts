import type { Script } from "../shell/script.ts";

type List = { readonly commands: Script["syntax"]["commands"] };
type Node = List["commands"][number]["command"];

/**
 * The commands of which these consist, in the order they are written. Between them there are only operators, keywords,
 * blanks and comments. A command that is seldom written around others, such as `case`, stays whole.
 */
export function leafCommands(nodes: readonly Node[]): Node[] {
  const leaves: Node[] = [];
  // A stack instead of recursion: groups can nest as deep as a contract is long.
  const todo = nodes.toReversed();
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    const parts = partsOf(node);
    if (parts === null) leaves.push(node);
    else for (const part of parts.toReversed()) todo.push(part);
  }
  return leaves;
}

export const commandsOf = (...lists: readonly List[]): Node[] =>
  lists.flatMap(({ commands }) => commands.map(({ command }) => command));

function partsOf(node: Node): readonly Node[] | null {
  switch (node.type) {
    case "AndOr":
    case "Pipeline":
      return node.commands;
    case "Subshell":
    case "BraceGroup":
      return commandsOf(node.body);
    case "If":
      return commandsOf(
        node.clause,
        node.then,
        ...node.elif.flatMap(({ clause, then }) => [clause, then]),
        ...(node.else === undefined ? [] : [node.else]),
      );
    case "While":
      return commandsOf(node.clause, node.body);
    default:
      return null;
  }
}
