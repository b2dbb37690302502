/**
 * The words of a command line that is one program and what it is told; null where the shell would do anything else with
 * it: start more than one program, open files, set variables, or put something in.
 */
export function plainWords(line: string): [string, ...string[]] | null {
  const [program, ...others] = line.match(WORD) ?? [];
  if (program === undefined || !WHOLE.test(line) || ASSIGNMENT.test(program)) return null;
  return [textOf(program), ...others.map(textOf)];
}

/** Quotes in which nothing is put in, one character after a backslash, and what means nothing to the shell. */
const PIECE = /(?:'[^']*'|"[^"\\$`]*"|\\[^\n]|[^\s'"\\$`*?[\]{}|&;()<>#])/.source;

const WORD = new RegExp(`${PIECE}+`, "g");
const WHOLE = new RegExp(String.raw`^[ \t]*${PIECE}+(?:[ \t]+${PIECE}+)*[ \t]*$`);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

const textOf = (word: string): string =>
  word.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single, double, escaped) => single ?? double ?? escaped);
