import { firstMatch } from "./complaint.ts";

/** The first error of a compiler, loader or interpreter, with its place: TypeScript, Rust, Go, C, Node, Python. */
export function compilerError(lines: readonly string[]): string | null {
  for (const find of [typescript, rust, goOrC, missingModule, nodeSyntax, nodeCrash, python]) {
    const told = find(lines);
    if (told !== null) return told;
  }
  return null;
}

function typescript(lines: readonly string[]): string | null {
  const [, file, line, code, what] =
    firstMatch(lines, /^([^\s(:][^(:]{0,300})(?:\(|:)(\d{1,9})[,:]\d{1,9}\)?(?: -|:) error (TS\d{1,6}): (.*)$/) ?? [];
  return what === undefined ? null : `${file}:${line}: ${what} (${code})`;
}

function rust(lines: readonly string[]): string | null {
  for (const [index, line] of lines.entries()) {
    const [, what] = /^error(?:\[E\d{1,6}\])?: (.*)$/.exec(line) ?? [];
    const [, place] =
      what === undefined ? [] : (/^ {0,12}--> (\S+:\d{1,9}):\d{1,9}$/.exec(lines[index + 1] ?? "") ?? []);
    if (place !== undefined) return `${place}: ${what}`;
  }
  return null;
}

function goOrC(lines: readonly string[]): string | null {
  const pattern =
    /^([^\s:]{1,300}\.go|[^\s:]{1,300}(?=:\d{1,9}:\d{1,9}: (?:fatal )?error: )):(\d{1,9})(?::\d{1,9})?: (?:(?:fatal )?error: )?(.*)$/;
  const [, file, line, what] = firstMatch(lines, pattern) ?? [];
  return what === undefined ? null : `${file}:${line}: ${what}`;
}

function missingModule(lines: readonly string[]): string | null {
  for (const [index, line] of lines.entries()) {
    const [, kind, name, importer] =
      /\bCannot find (module|package) '([^']{1,400})'(?: (?:imported )?from ["']?([^"'\s]{1,400})["']?)?/.exec(line) ??
      [];
    if (name === undefined) continue;
    const required = lines[index + 1] === "Require stack:" ? /^- (\S+)$/.exec(lines[index + 2] ?? "")?.[1] : undefined;
    const from = importer ?? required;
    return `cannot find ${kind} "${name}"${from === undefined ? "" : `, which ${from} imports`}`;
  }
  return null;
}

/** `file:///repo/a.js:2`, the line, a caret, and the error. */
function nodeSyntax(lines: readonly string[]): string | null {
  for (const [index, line] of lines.entries()) {
    const [, place] = /^(?:# )?(?:file:\/\/)?(\/\S{1,400}:\d{1,9})$/.exec(line) ?? [];
    if (place === undefined) continue;
    const error = firstMatch(lines.slice(index + 1, index + 8), /^(?:# )?(SyntaxError: .*)$/)?.[1];
    if (error !== undefined) return `${place}: ${error}`;
  }
  return null;
}

/** An exception that nobody caught: a line of code, a caret, the error, where it came from, and at last the version. */
function nodeCrash(lines: readonly string[]): string | null {
  const end = lines.findLastIndex((line) => /^Node\.js v\d/.test(line));
  const caret = lines.slice(0, Math.max(0, end)).findLastIndex((line) => /^\s*\^+$/.test(line));
  if (caret < 0) return null;
  const account = lines.slice(caret + 1, end);
  const [first = "", next = ""] = account.filter((line) => line.trim() !== "");
  // An assertion says what differs on a line of its own.
  const error = first.endsWith(":") ? `${first} ${next.trim()}` : first;
  const frames = account.map(
    (line) => /^ {4}at (?:.* \()?(?:file:\/\/)?(\/[^()]{1,400}:\d{1,9}):\d{1,9}\)?$/.exec(line)?.[1],
  );
  const place = frames.find((frame) => frame !== undefined && !frame.includes("/node_modules/"));
  return place === undefined ? error || null : `${place}: ${error}`;
}

/** A traceback ends in the error; the frame above it is where it happened. */
function python(lines: readonly string[]): string | null {
  const begin = lines.lastIndexOf("Traceback (most recent call last):");
  const own = begin < 0 ? lines.slice(-40) : lines.slice(begin, begin + 200);
  const [, error] = firstMatch(own, /^((?:\w+\.)*\w*(?:Error|Exception|Interrupt)(?:: .*)?)$/) ?? [];
  const frame = own.findLast((line) => /^ {2}File "/.test(line));
  const [, file, line] = /^ {2}File "(.+)", line (\d{1,9})/.exec(frame ?? "") ?? [];
  return error === undefined || file === undefined ? null : `${file}:${line}: ${error}`;
}
