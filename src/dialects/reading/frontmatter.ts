import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, visit } from "yaml";
import { type Advice, type Diagnostic, diagnose } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/span.ts";
import { exactText } from "./exact-text.ts";
import { faults } from "./faults.ts";
import { type Field, fieldName, type Value } from "./field.ts";
import type { Reading } from "./reading.ts";
import { type SourceText, sourceText, splitLines } from "./source-text.ts";

/**
 * The YAML block a file opens with. `insertAt` is where a missing key can be written; it is null when
 * there is no block. `bodyFrom` is where the Markdown starts. `isBroken` says that there are fields nobody could read.
 */
export type Frontmatter = {
  fields: Field[];
  span: Span;
  insertAt: number | null;
  bodyFrom: number;
  isBroken: boolean;
  diagnostics: Diagnostic[];
};

/** Reads the frontmatter as part of a parse. */
export function openFrontmatter(reading: Reading, source: SourceFile): Frontmatter {
  const front = readFrontmatter(source);
  reading.diagnostics.push(...front.diagnostics);
  if (front.isBroken) reading.partlyRead.add(source.path);
  return front;
}

/** Frontmatter is a handful of lines; beyond this it is an attack on the parser. */
const LARGEST = 256 * 1024;

/** Read once per file, however many dialects ask. */
export function readFrontmatter(source: SourceFile): Frontmatter {
  const known = read.get(source);
  if (known) return known;
  const front = readBlock(source);
  read.set(source, front);
  return front;
}

const read = new WeakMap<SourceFile, Frontmatter>();

function readBlock(source: SourceFile): Frontmatter {
  const block = findBlock(source);
  const diagnostics: Diagnostic[] = [];
  const report = (start: number, end: number, message: string, advice: Advice): void => {
    diagnostics.push(diagnose(faults.brokenFrontmatter, { file: source.path, start, end }, message, advice));
  };
  if (block.state !== "closed") {
    const isBroken = block.state === "open";
    const bodyFrom = isBroken ? source.text.length : block.from;
    if (isBroken)
      report(block.from, block.from + 3, "the frontmatter is never closed", {
        help: "close it with a line that holds only `---`",
      });
    const span = { file: source.path, start: bodyFrom, end: bodyFrom };
    return { fields: [], span, insertAt: null, bodyFrom, isBroken, diagnostics };
  }
  const { from, to, bodyFrom, late } = block;
  const fields = parseYaml(source, from, to, report);
  const isBroken = diagnostics.length > 0;
  if (late)
    report(late.to, late.to + 3, "the frontmatter does not start on the first line", {
      help: "remove the blank lines above it",
      fix: {
        title: "remove the blank lines",
        edits: [{ file: source.path, start: late.from, end: late.to, text: "" }],
      },
    });
  return { fields, span: { file: source.path, start: from, end: to }, insertAt: to, bodyFrom, isBroken, diagnostics };
}

type FoundBlock =
  | { state: "none"; from: number }
  | { state: "open"; from: number }
  | { state: "closed"; from: number; to: number; bodyFrom: number; late: { from: number; to: number } | null };

/** `from` and `to` enclose the lines between the two `---`; `late` are blank lines above the first. */
function findBlock({ text }: SourceFile): FoundBlock {
  const top = text.startsWith("\uFEFF") ? 1 : 0;
  const start = top + blankLinesAt(text, top);
  if (!/^---[ \t]*(?:\r|\n|$)/.test(text.slice(start, start + 200))) return { state: "none", from: top };
  const marker = /(?:\r\n|\r|\n)(---|\.\.\.)[ \t]*(?=\r|\n|$)/g;
  marker.lastIndex = start + 3;
  const close = marker.exec(text);
  if (!close) return { state: "open", from: start };
  const firstLine = /\r\n|\r|\n/g;
  firstLine.lastIndex = start;
  const from = (firstLine.exec(text)?.index ?? start) + lineBreakLength(text, start);
  const end = close.index + lineBreakAt(text, close.index);
  const after = close.index + close[0].length;
  const late = start > top ? { from: top, to: start } : null;
  return { state: "closed", from, to: Math.max(from, end), bodyFrom: after + lineBreakAt(text, after), late };
}

function blankLinesAt(text: string, from: number): number {
  let end = from;
  for (let at = from; at < text.length && /\s/.test(text[at] ?? ""); at++)
    if (/[\r\n]/.test(text[at] ?? "")) end = at + 1;
  return end - from;
}

const lineBreakAt = (text: string, at: number): number => (text.startsWith("\r\n", at) ? 2 : at < text.length ? 1 : 0);
const lineBreakLength = (text: string, from: number): number =>
  lineBreakAt(text, text.slice(from).search(/\r|\n/) + from);

type Report = (start: number, end: number, message: string, advice: Advice) => void;

function parseYaml(source: SourceFile, from: number, to: number, report: Report): Field[] {
  if (to - from > LARGEST) {
    report(from, from, "the frontmatter is larger than 256 kB", { help: "keep prose in the body of the file" });
    return [];
  }
  const tooDeep = (): Field[] => {
    report(from, from, "the frontmatter is nested too deeply to be read", { help: PLAIN });
    return [];
  };
  if (isDeep(source.text.slice(from, to))) return tooDeep();
  try {
    return readYaml(source, from, to, report);
  } catch (error) {
    // The composer recurses: a value nested thousands deep ends in a RangeError.
    if (!(error instanceof RangeError)) throw error;
    return tooDeep();
  }
}

/** Seen before the parser is asked, which takes its time with what is nested without end. */
function isDeep(text: string): boolean {
  const count = (sign: string): number => text.split(sign).length - 1;
  return count("[") + count("{") - count("]") - count("}") > DEEPEST || /(?:[-?][ \t]){200}/.test(text);
}

const DEEPEST = 200;

const PLAIN = "write one `key: value` on each line, with quotes around a value that holds `: ` or starts with a sign";

/** The parser's own words for what authors get wrong most often are for people who write parsers. */
const REASONS: Partial<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: "there is a second colon here, or the next line is indented",
  MISSING_CHAR: "a quote or a bracket is not closed, or a colon is missing",
  BAD_INDENT: "a bracket is not closed",
  TAB_AS_INDENT: "a tab is used as indentation",
};

/** Only the first fault is reported: a parser that has lost its way complains about everything that follows. */
function readYaml(source: SourceFile, from: number, to: number, report: Report): Field[] {
  // A lone CR is a line break to YAML 1.2 authors but not to this parser; same length, so offsets stay true.
  const text = source.text.slice(from, to).replace(/\r(?!\n)/g, "\n");
  const document = withoutStacks(() => parseDocument(text, OPTIONS));
  const [error] = document.errors;
  if (error) {
    // What is missing at the very end is missing on the last line, not on the `---` below it.
    const start = Math.min(error.pos[0], text.trimEnd().length);
    const end = Math.max(start, Math.min(error.pos[1], text.trimEnd().length));
    const reason = REASONS[error.code] ?? sentence(error.message);
    report(from + start, from + end, `the frontmatter is not plain YAML: ${reason}`, { help: PLAIN });
    return [];
  }
  let isPlain = true;
  visit(document, {
    Node(_, node) {
      const problem = isAlias(node) ? "an alias" : node.anchor ? "an anchor" : node.tag ? "a tag" : null;
      if (!problem) return undefined;
      isPlain = false;
      const [start, end] = node.range ?? [0, 0];
      const help = "write the value out where it is needed";
      report(from + start, from + end, `${problem} is not allowed in a plan`, { help });
      return visit.BREAK;
    },
  });
  if (!isPlain) return [];
  const root = document.contents;
  if (root === null) return [];
  if (!isMap(root)) {
    const [start, end] = root.range ?? [0, 0];
    report(from + start, from + end, "the frontmatter holds no `key: value` lines", { help: PLAIN });
    return [];
  }
  return fieldsOf(root.items as Pair<Node, Node | null>[], source, from);
}

const OPTIONS = { uniqueKeys: false, merge: false, prettyErrors: false, logLevel: "silent" } as const;

/** Text that is no YAML at all raises an error per character, and collecting their stacks takes most of the time. */
function withoutStacks<T>(act: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return act();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function fieldsOf(pairs: readonly Pair<Node, Node | null>[], source: SourceFile, base: number): Field[] {
  return pairs.map((pair) => {
    const [start, end] = pair.key.range ?? [0, 0];
    const key = { file: source.path, start: base + start, end: base + end };
    const label = source.text.slice(key.start, key.end).replace(/^["']|["']$/g, "");
    return { name: fieldName(label), key, value: fieldValue(pair.value, source, base, key.end + 1) };
  });
}

function fieldValue(node: Node | null, source: SourceFile, base: number, fallback: number): Value {
  const [start, end] = node?.range ?? [fallback - base, fallback - base];
  const span = { file: source.path, start: base + start, end: base + end };
  if (isSeq(node)) {
    const items = (node.items as (Node | null)[]).map((item) => fieldValue(item, source, base, span.end));
    return { type: "list", span: tight(source, span), items };
  }
  if (isMap(node)) {
    const fields = fieldsOf(node.items as Pair<Node, Node | null>[], source, base);
    return { type: "map", span: tight(source, span), fields };
  }
  const text = scalarText(node, source, span);
  return { type: "text", span: text.span, text };
}

/** The range of a block runs on to the next key. */
function tight(source: SourceFile, span: Span): Span {
  const length = source.text.slice(span.start, span.end).trimEnd().length;
  return { ...span, end: span.start + length };
}

/** What is written as it is read has its places at hand; for anything else they are worked out. */
function scalarText(node: Node | null, source: SourceFile, span: Span): SourceText {
  if (!isScalar(node) || node.value === null) return { value: "", span, lines: [] };
  const value = typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
  const plain = sourceText(source, span.start, span.end);
  if (plain.value === value) return plain;
  const quoted = sourceText(source, span.start + 1, span.end - 1);
  if (quoted.value === value && splitLines(source.text, span.start, span.end).length === 1) return { ...quoted, span };
  const text = value.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  if (node.type !== "BLOCK_LITERAL") return exactText(source, text, tight(source, span));
  return { value: text, span: tight(source, span), lines: literalLines(source, span, text) };
}

/** Below the line with the `|`, each line of the value is the end of a line of the file. */
function literalLines(source: SourceFile, span: Span, value: string): SourceText["lines"] {
  const [, ...written] = splitLines(source.text, span.start, span.end);
  let at = 0;
  const lines = value.split("\n").map((line, index) => {
    const to = written[index]?.to ?? span.end;
    const place = { at, from: to - line.length, length: line.length };
    at += line.length + 1;
    return place;
  });
  return lines.every(({ at: start, from, length }) => source.text.startsWith(value.slice(start, start + length), from))
    ? lines
    : [];
}

const sentence = (message: string): string => {
  const first = message.split("\n")[0] ?? message;
  return first.charAt(0).toLowerCase() + first.slice(1);
};
