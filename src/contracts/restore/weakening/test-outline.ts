import { codeAndComments, type Parts } from "./code-and-comments.ts";
import { type Language, languageOf } from "./language.ts";
import { lineFinder } from "./lines.ts";

/** What a test file holds, as far as two versions of it can be compared. */
export type TestOutline = {
  tests: Placed[];
  assertions: Assertion[];
  idle: Placed[];
  /** How often one test stands for many. */
  tables: number;
} & Parts;

/** `text` is a test's name, or an assertion as it is written. */
export type Placed = { text: string; line: number };
/** `shape` is the assertion without spaces, its values left out; those are in `values`. */
export type Assertion = { shape: string; values: string; line: number };

/** Null for what is not written in a language whose tests we know. */
export function outlineOf(path: string, text: string): TestOutline | null {
  const language = languageOf(path);
  if (language === null) return null;
  const parts = codeAndComments(text, language.comments);
  const { code, bare } = parts;
  const lineAt = lineFinder(code);
  const idle = [...bare.matchAll(language.idle)].map((match) => ({
    text: match[0].trim(),
    line: lineAt(firstLetter(match)),
  }));
  const idleLines = new Set(idle.map(({ line }) => line));
  const assertions = [...code.matchAll(language.assertion)].map((match) =>
    assertionAt(code, firstLetter(match), lineAt),
  );
  return {
    tests: [...code.matchAll(language.test)].map((match) => ({
      text: nameOf(match, code),
      line: lineAt(firstLetter(match)),
    })),
    assertions: assertions.filter(({ line }) => !idleLines.has(line)),
    idle,
    tables: countOf(code, language.table),
    ...parts,
  };
}

/** Patterns that begin at the line's start match its margin, too. */
const firstLetter = (match: RegExpMatchArray): number => (match.index ?? 0) + Math.max(0, match[0].search(/\S/));

const countOf = (text: string, pattern: Language["table"]): number => [...text.matchAll(pattern)].length;

function nameOf(match: RegExpMatchArray, code: string): string {
  const group = match.slice(1).find((each) => each !== undefined);
  if (group !== undefined) return group;
  const after = (match.index ?? 0) + match[0].length;
  const string = /(["'`])((?:\\.|(?!\1)[^\\]){0,200})/s.exec(code.slice(after, after + LONGEST));
  return (string?.[2] ?? "").replace(/\s+/g, " ");
}

/** Enough for a title or a condition; long texts are compared by their beginning. */
const LONGEST = 300;

function assertionAt(code: string, at: number, lineAt: (offset: number) => number): Assertion {
  const end = code.indexOf("\n", at);
  const written = code.slice(at, Math.min(at + LONGEST, end === -1 ? code.length : end));
  const values: string[] = [];
  const shape = written
    .replace(VALUE, (value) => {
      values.push(value.replace(/^['`]|['`]$/g, '"').replaceAll("_", ""));
      return "·";
    })
    .replace(/\s+/g, "")
    .replace(/[;,]{1,3}$/, "");
  return { shape, values: values.join(", "), line: lineAt(at) };
}

const VALUE =
  /"(?:\\.|[^"\\]){0,300}"|'(?:\\.|[^'\\]){0,300}'|`(?:\\.|[^`\\]){0,300}`|(?<![\w$])-?\d[\w.]*|\b(?:true|false|True|False|null|None|nil|undefined)\b/g;
