import type { Script } from "../shell/script.ts";
import { commandsOf, leafCommands } from "./leaf-commands.ts";

/** A script without its comments and the blank lines they leave; null when they cannot be told apart for certain. */
export function withoutComments(
  source: string,
  { syntax, faults }: Script,
): { command: string; comments: string[] } | null {
  // The text of a here-document stands apart from its command, and may hold anything.
  if (faults.length > 0 || source.includes("<<")) return null;
  const comments: string[] = [];
  let command = "";
  let at = 0;
  for (const { pos, end } of leafCommands(commandsOf(syntax))) {
    command += bare(source.slice(at, pos), comments) + source.slice(pos, end);
    at = end;
  }
  return { command: command + bare(source.slice(at), comments), comments };
}

/** What stands between two commands, without comments, blanks before a line's end and empty lines. */
function bare(gap: string, comments: string[]): string {
  const lines = gap.split("\n").map((line) => {
    const start = line.indexOf("#");
    if (start === -1) return line;
    comments.push(line.slice(start));
    return line.slice(0, start);
  });
  const last = lines.pop() ?? "";
  const [first, ...others] = lines.map(withoutBlanksBehind);
  return first === undefined ? last : [first, ...others.filter((line) => line !== ""), last].join("\n");
}

function withoutBlanksBehind(line: string): string {
  let end = line.length;
  while (end > 0 && " \t".includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}
