import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, visit } from "yaml";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { diagnose } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/span.ts";
import { faults } from "./faults.ts";
import { type Field, fieldName, type Value } from "./field.ts";
import { type SourceText, sourceText, splitLines } from "./source-text.ts";

/**
 * The YAML block a file opens with. `insertAt` is where a missing key can be written; it is null when
 * there is no block. `bodyFrom` is where the Markdown starts.
 */
export type Frontmatter = {
  fields: Field[];
  span: Span;
  insertAt: number | null;
  bodyFrom: number;
  diagnostics: Diagnostic[];
};

/** Frontmatter is a handful of lines; beyond this it is an attack on the parser. */
const LARGEST = 256 * 1024;

export function readFrontmatter(source: SourceFile): Frontmatter {
  const block = findBlock(source);
  if (block.state === "none") return empty(source, block.from, []);
  if (block.state === "open") {
    const span = { file: source.path, start: block.from, end: block.from + 3 };
    const help = "close it with a line that holds only `---`";
    return empty(source, source.text.length, [
      diagnose(faults.brokenFrontmatter, span, "the frontmatter is never closed", { help }),
    ]);
  }
  const diagnostics: Diagnostic[] = [];
  const fields = parseYaml(source, block.from, block.to, diagnostics);
  const span = { file: source.path, start: block.from, end: Math.max(block.from, block.to) };
  return { fields, span, insertAt: block.to, bodyFrom: block.bodyFrom, diagnostics };
}

const empty = (source: SourceFile, bodyFrom: number, diagnostics: Diagnostic[]): Frontmatter => ({
  fields: [],
  span: { file: source.path, start: bodyFrom, end: bodyFrom },
  insertAt: null,
  bodyFrom,
  diagnostics,
});

type FoundBlock =
  | { state: "none"; from: number }
  | { state: "open"; from: number }
  | { state: "closed"; from: number; to: number; bodyFrom: number };

/** `from` and `to` enclose the lines between the two `---`. */
function findBlock(source: SourceFile): FoundBlock {
  const start = source.text.startsWith("\uFEFF") ? 1 : 0;
  if (!/^---[ \t]*(?:\r|\n|$)/.test(source.text.slice(start, start + 200))) return { state: "none", from: start };
  const marker = /(?:\r\n|\r|\n)(---|\.\.\.)[ \t]*(?=\r|\n|$)/g;
  marker.lastIndex = start + 3;
  const close = marker.exec(source.text);
  if (!close) return { state: "open", from: start };
  const firstLine = /\r\n|\r|\n/g;
  firstLine.lastIndex = start;
  const from = (firstLine.exec(source.text)?.index ?? start) + lineBreakLength(source.text, start);
  const end = close.index + lineBreakAt(source.text, close.index);
  const after = close.index + close[0].length;
  return { state: "closed", from, to: Math.max(from, end), bodyFrom: after + lineBreakAt(source.text, after) };
}

const lineBreakAt = (text: string, at: number): number => (text.startsWith("\r\n", at) ? 2 : at < text.length ? 1 : 0);
const lineBreakLength = (text: string, from: number): number =>
  lineBreakAt(text, text.slice(from).search(/\r|\n/) + from);

function parseYaml(source: SourceFile, from: number, to: number, diagnostics: Diagnostic[]): Field[] {
  const report = (start: number, end: number, message: string, help?: string): void => {
    const span = { file: source.path, start: from + start, end: from + Math.max(end, start) };
    diagnostics.push(diagnose(faults.brokenFrontmatter, span, message, help === undefined ? {} : { help }));
  };
  if (to - from > LARGEST) {
    report(0, 0, "the frontmatter is larger than 256 kB", "keep prose in the body of the file");
    return [];
  }
  try {
    return readYaml(source, from, to, report);
  } catch (error) {
    // The composer recurses: a value nested thousands deep ends in a RangeError.
    if (!(error instanceof RangeError)) throw error;
    report(0, 0, "the frontmatter is nested too deeply to be read");
    return [];
  }
}

type Report = (start: number, end: number, message: string, help?: string) => void;

function readYaml(source: SourceFile, from: number, to: number, report: Report): Field[] {
  // A lone CR is a line break to YAML 1.2 authors but not to this parser; same length, so offsets stay true.
  const text = source.text.slice(from, to).replace(/\r(?!\n)/g, "\n");
  const document = parseDocument(text, { uniqueKeys: false, merge: false, prettyErrors: false, logLevel: "silent" });
  for (const error of document.errors) report(error.pos[0], error.pos[1], sentence(error.message));
  if (document.errors.length > 0) return [];
  let isPlain = true;
  visit(document, {
    Node(_, node) {
      const problem = isAlias(node) ? "an alias" : node.anchor ? "an anchor" : node.tag ? "a tag" : null;
      if (!problem) return;
      isPlain = false;
      const [start, end] = node.range ?? [0, 0];
      report(start, end, `${problem} is not allowed in a plan`, "write the value out where it is needed");
    },
  });
  if (!isPlain) return [];
  const root = document.contents;
  if (root === null) return [];
  if (!isMap(root)) {
    report(root.range?.[0] ?? 0, root.range?.[1] ?? 0, "the frontmatter is not a list of `key: value` lines");
    return [];
  }
  return fieldsOf(root.items as Pair<Node, Node | null>[], source, from);
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
  return { type: "text", span, text: scalarText(node, source, span) };
}

/** A block collection's range runs on to the next key. */
function tight(source: SourceFile, span: Span): Span {
  const length = source.text.slice(span.start, span.end).trimEnd().length;
  return { ...span, end: span.start + length };
}

/** Plain scalars keep a place for every character; quoted and block scalars point at the whole. */
function scalarText(node: Node | null, source: SourceFile, span: Span): SourceText {
  if (!isScalar(node) || node.value === null) return { value: "", span, lines: [] };
  const value = typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
  const plain = sourceText(source, span.start, span.end);
  if (plain.value === value) return plain;
  const quoted = sourceText(source, span.start + 1, span.end - 1);
  if (quoted.value === value && splitLines(source.text, span.start, span.end).length === 1) return { ...quoted, span };
  return { value: value.replace(/\r\n?/g, "\n").replace(/\n$/, ""), span, lines: [] };
}

const sentence = (message: string): string => {
  const first = message.split("\n")[0] ?? message;
  return first.charAt(0).toLowerCase() + first.slice(1);
};
