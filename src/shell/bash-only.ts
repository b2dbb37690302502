import type { SyntaxNode } from "unbash";

/** Whether a node is something that only bash understands, so that `sh` may read it wrongly or not at all. */
export function isOnlyBash(node: SyntaxNode): boolean {
  switch (node.type) {
    case "ArithmeticFor":
    case "ArithmeticCommand":
    case "ArrayValue":
    case "Coproc":
    case "HereString":
    case "ProcessSubstitution":
    case "Select":
    case "TestCommand":
      return true;
    case "CaseItem":
      return node.terminator === ";&" || node.terminator === ";;&";
    case "Function":
      // `function name` has its name behind the keyword.
      return node.name.pos !== node.pos;
    case "Pipeline":
      return node.operators.includes("|&") || node.prefixes.length > 1 || node.prefixes[0]?.type === "Time";
    case "Redirect":
      return node.operator.startsWith("&");
    case "Assignment":
      return node.append === true || node.index !== undefined;
    default:
      return false;
  }
}
