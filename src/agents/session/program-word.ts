/** The word of a command line that names its program. `text` is null where only the shell can tell what it will be. */
export type ProgramWord = { start: number; end: number; text: string | null };

/**
 * Finds the first word of a command line, after any `NAME=value`. Null when there is none: an empty line, a comment, or
 * syntax that begins with something else, such as `(` or `<`.
 */
export function programWord(line: string): ProgramWord | null {
  for (let at = 0; ; ) {
    at += BLANK.exec(line.slice(at))?.[0].length ?? 0;
    const word = readWord(line, at);
    if (word.end === at) return null;
    if (!ASSIGNMENT.test(line.slice(at, word.end))) return word;
    at = word.end;
  }
}

const BLANK = /^(?:\s|\\\n|#[^\n]*(?:\n|$))*/;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

function readWord(line: string, start: number): ProgramWord {
  let end = start;
  let text: string | null = "";
  for (;;) {
    const rest = line.slice(end);
    const piece = PIECES.find(({ pattern }) => pattern.test(rest));
    const [source = ""] = piece?.pattern.exec(rest) ?? [];
    if (!piece || source === "") return { start, end, text };
    const said: string | null = piece.says(source);
    text = text === null || said === null ? null : text + said;
    end += source.length;
  }
}

type Piece = { pattern: RegExp; says(source: string): string | null };

/** What a word is made of. The first that fits counts. */
const PIECES: readonly Piece[] = [
  { pattern: /^'[^']*'/, says: (source) => source.slice(1, -1) },
  {
    pattern: /^"(?:[^"\\$`]|\\[\s\S])*"/,
    says: (source) => source.slice(1, -1).replace(/\\(\n|["\\$`])/g, (_, escaped) => (escaped === "\n" ? "" : escaped)),
  },
  // With something in it that the shell puts there. Quotes inside a substitution may be nested; those are left to the shell.
  { pattern: /^"(?:[^"\\]|\\[\s\S])*"/, says: () => null },
  { pattern: /^\\[\s\S]/, says: (source) => (source === "\\\n" ? "" : source.slice(1)) },
  { pattern: /^\$\([^()]*\)|^\$\{[^{}]*\}|^\$'(?:[^'\\]|\\[\s\S])*'|^`[^`]*`|^[$*?[\]{}]/, says: () => null },
  { pattern: /^[^\s'"\\$`*?[\]{}|&;()<>]+/, says: (source) => source },
];
