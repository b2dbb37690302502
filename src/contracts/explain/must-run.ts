import type { Invocation } from "../../shell/invocation.ts";
import type { Place } from "../../shell/place.ts";
import type { Script } from "../../shell/script.ts";

/**
 * The invocations that have run, for everybody to see, when the script succeeds. What stands behind `||` or `&`, in a
 * loop, a branch or a function may not have; the output of others goes into a file, a filter or a word.
 */
export function mustRun({ syntax, survey }: Script, source: string): Invocation[] {
  const certain = inStatements(syntax.commands, source);
  const isCertain = ({ start, end }: Place) => certain.some((place) => place.start <= start && end <= place.end);
  return survey.invocations.filter(isCertain);
}

type Statements = Script["syntax"]["commands"];
type Node = Statements[number]["command"];
type Command = Extract<Node, { type: "Command" }>;

const inStatements = (statements: Statements, source: string): Place[] =>
  statements.flatMap(({ command, background }) => (background ? [] : inNode(command, source)));

function inNode(node: Node, source: string): Place[] {
  switch (node.type) {
    case "Command":
      return isOpen(node, source) ? [{ start: node.pos, end: node.end }] : [];
    case "Pipeline": {
      const [first, ...filters] = node.commands;
      const isPassedOn = filters.every(
        (filter) => filter.type === "Command" && /^(?:tee|cat)$/.test(filter.name?.value ?? ""),
      );
      if (first !== undefined && isPassedOn) return inNode(first, source);
      // What comes last is seen. `xargs` may start nothing at all.
      const last = filters.at(-1);
      const isItself = last?.type === "Command" && !/^(?:xargs|parallel)$/.test(last.name?.value ?? "");
      return last !== undefined && isItself ? inNode(last, source) : [];
    }
    case "AndOr": {
      const hasOr = node.operators.includes("||");
      return (hasOr ? node.commands.slice(0, 1) : node.commands).flatMap((part) => inNode(part, source));
    }
    case "Subshell":
    case "BraceGroup":
      return inStatements(node.body.commands, source);
    default:
      return [];
  }
}

/** Neither does its output go into a file, nor does it hold another command whose output becomes a word of it. */
function isOpen({ pos, end, redirects }: Command, source: string): boolean {
  const isKept = redirects.some(
    (redirect) => redirect.type === "Redirect" && /^(?:&?>|>>|>\||&>>)$/.test(redirect.operator),
  );
  return !isKept && !/\$\(|`|[<>]\(/.test(source.slice(pos, end));
}
