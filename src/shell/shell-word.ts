import type { Assignment, DoubleQuotedChild, Word, WordPart } from "unbash";
import type { Frame, Place } from "./place.ts";

/** One stretch of a word: text as the program will see it, or something only running the script can tell. */
export type Piece =
  | { kind: "text"; text: string }
  | { kind: "home" }
  | { kind: "variable"; name: string; operator: string | null }
  | { kind: "substitution"; source: string }
  | { kind: "pattern" };

/** A word of a command and where it stands in the contract. */
export type ShellWord = Place & {
  /** As it is written, quotes and all. */
  source: string;
  /** What the program receives, when that is certain before running. */
  text: string | null;
  pieces: readonly Piece[];
  /** Where the first letter of `text` stands, when it is written without any escape. */
  verbatimAt: number | null;
};

export function readWord(word: Word, frame: Frame): ShellWord {
  const parts = word.parts;
  const pieces = parts === undefined ? unquotedPieces(word.text, word.value) : joined(parts.flatMap(piecesOfPart));
  const offset = verbatimOffset(word);
  const place = frame(word.pos, word.end);
  return {
    ...place,
    source: word.text,
    text: certainText(pieces),
    pieces,
    // An escaped outer script maps every range to one place; only a frame that keeps lengths is exact.
    verbatimAt: offset === null || place.end - place.start !== word.end - word.pos ? null : place.start + offset,
  };
}

/** `NAME=value` as an argument, as in `export NAME=value`. */
export function readAssignment(assignment: Assignment, frame: Frame): ShellWord {
  const { name, value, text } = assignment;
  const pieces: Piece[] =
    value.type === "Word"
      ? joined([{ kind: "text", text: `${name}=` }, ...readWord(value, frame).pieces])
      : [{ kind: "pattern" }];
  return {
    ...frame(assignment.pos, assignment.end),
    source: text,
    text: certainText(pieces),
    pieces,
    verbatimAt: null,
  };
}

/** The certain text a word begins with. */
export function prefixOf(word: ShellWord): string {
  const first = word.pieces[0];
  return first?.kind === "text" ? first.text : "";
}

function certainText(pieces: readonly Piece[]): string | null {
  if (pieces.length === 0) return "";
  const [only, ...others] = pieces;
  return only?.kind === "text" && others.length === 0 ? only.text : null;
}

function piecesOfPart(part: WordPart | DoubleQuotedChild, index = 0): Piece[] {
  switch (part.type) {
    case "Literal":
      return index === 0 ? unquotedPieces(part.text, part.value) : [{ kind: "text", text: part.value }];
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [{ kind: "text", text: part.value }];
    case "DoubleQuoted":
    case "LocaleString":
      // A tilde in quotes is just a tilde: numbering from one keeps it one.
      return part.parts.flatMap((child) => piecesOfPart(child, 1));
    case "SimpleExpansion":
      return [{ kind: "variable", name: part.text.slice(1), operator: null }];
    case "ParameterExpansion":
      return [{ kind: "variable", name: part.parameter, operator: part.prefix ?? part.operation?.operator ?? null }];
    case "CommandExpansion":
    case "ArithmeticExpansion":
    case "ProcessSubstitution":
      return [{ kind: "substitution", source: part.text }];
    default:
      return [{ kind: "pattern" }];
  }
}

/** A leading `~` or `~name` outside quotes is a home folder. */
function unquotedPieces(text: string, value: string): Piece[] {
  const tilde = /^~[\w.-]*(?=\/|$)/.exec(text);
  if (tilde === null) return value === "" ? [] : [{ kind: "text", text: value }];
  const rest = value.slice(tilde[0].length);
  return rest === "" ? [{ kind: "home" }] : [{ kind: "home" }, { kind: "text", text: rest }];
}

function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const previous = result.at(-1);
    if (piece.kind === "text" && piece.text === "") continue;
    if (piece.kind === "text" && previous?.kind === "text") {
      result[result.length - 1] = { kind: "text", text: previous.text + piece.text };
    } else {
      result.push(piece);
    }
  }
  return result;
}

function verbatimOffset(word: Word): number | null {
  if (word.parts === undefined) return word.text === word.value ? 0 : null;
  const isQuoted = word.parts.length === 1 && /^['"]/.test(word.text);
  return isQuoted && word.text.slice(1, -1) === word.value ? 1 : null;
}
