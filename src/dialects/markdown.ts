import type { SyntaxNode } from "@lezer/common";
import { type InlineContext, type MarkdownExtension, parser, Table } from "@lezer/markdown";
import type { SourceFile } from "../diagnostics/span.ts";
import { type SourceText, sourceText } from "./source-text.ts";

type Range = { from: number; to: number };

/** The blocks at the top of a document. What is nested in quotes, lists or comments never shows up here as its own block. */
export type Block =
  | (Range & { type: "heading"; depth: number; title: Range })
  | (Range & { type: "paragraph"; hidden: Range[]; codes: Range[] })
  | (Range & { type: "fence"; info: string; closed: boolean; code: SourceText })
  | (Range & { type: "list"; items: ListItem[] })
  | (Range & { type: "table"; rows: Range[][] })
  | (Range & { type: "other" });

/** `text` is the item's first paragraph; `codes` are its inline code spans without their backticks. */
export type ListItem = Range & { text: Range; codes: Range[] };

/** Offsets of the blocks are offsets of `source.text`; parsing starts at `from`, after the frontmatter. */
export function parseMarkdown(source: SourceFile, from: number): Block[] {
  const body = lineFeedsOnly(source.text.slice(from));
  const blocks: Block[] = [];
  for (let node = markdown.parse(body).topNode.firstChild; node; node = node.nextSibling) {
    blocks.push(blockOf(node, source, from));
  }
  return blocks;
}

/** Same length, so that offsets stay true: the parser knows LF only, and a trailing blank says nothing. */
const lineFeedsOnly = (text: string): string => text.replaceAll("\r\n", " \n").replaceAll("\r", "\n");

/**
 * Links, emphasis and entities are not parsed: no field needs them, and their worst cases are quadratic or recursive.
 * Code spans and comments are, because what they hide must stay hidden.
 */
/** Paragraphs in which no comment closes any more: looking again from every `<` would be quadratic. */
const withoutClose = new WeakSet<InlineContext>();
const commentSpans: MarkdownExtension = {
  defineNodes: ["CommentSpan"],
  parseInline: [
    {
      name: "CommentSpan",
      before: "Escape",
      parse(context: InlineContext, next: number, at: number): number {
        if (next !== 60 || withoutClose.has(context)) return -1;
        if (context.slice(at, Math.min(at + 4, context.end)) !== "<!--") return -1;
        const close = context.slice(at, context.end).indexOf("-->", 4);
        if (close >= 0) return context.addElement(context.elt("CommentSpan", at, at + close + 3));
        withoutClose.add(context);
        return -1;
      },
    },
  ],
};
const markdown = parser.configure([
  Table,
  commentSpans,
  { remove: ["Link", "Image", "LinkEnd", "Autolink", "Emphasis", "Entity", "HTMLTag", "HardBreak", "LinkReference"] },
]);

function blockOf(node: SyntaxNode, source: SourceFile, base: number): Block {
  const range = { from: node.from + base, to: node.to + base };
  const depth = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
  if (depth) return { type: "heading", depth: Number(depth), title: titleOf(node, source, base), ...range };
  switch (node.name) {
    case "Paragraph":
      return { type: "paragraph", hidden: hiddenIn(node, base), codes: codesIn(node, base), ...range };
    case "FencedCode":
      return { ...fenceOf(node, source, base), ...range };
    case "BulletList":
    case "OrderedList":
      return { type: "list", items: node.getChildren("ListItem").map((item) => itemOf(item, base)), ...range };
    case "Table":
      return { type: "table", rows: rowsOf(node, source, base), ...range };
    default:
      return { type: "other", ...range };
  }
}

function titleOf(node: SyntaxNode, source: SourceFile, base: number): Range {
  const marks = node.getChildren("HeaderMark");
  let from = node.from + base;
  let to = node.to + base;
  for (const mark of marks) {
    if (mark.from === node.from) from = mark.to + base;
    else to = Math.min(to, mark.from + base);
  }
  while (from < to && /\s/.test(source.text[from] ?? "")) from++;
  while (to > from && /\s/.test(source.text[to - 1] ?? "")) to--;
  return { from, to };
}

function fenceOf(node: SyntaxNode, source: SourceFile, base: number): Omit<Block & { type: "fence" }, "from" | "to"> {
  const marks = node.getChildren("CodeMark");
  const info = node.getChild("CodeInfo");
  const texts = node.getChildren("CodeText");
  const first = texts[0];
  const last = texts.at(-1);
  const lineStart =
    Math.max(source.text.lastIndexOf("\n", node.from + base - 1), source.text.lastIndexOf("\r", node.from + base - 1)) +
    1;
  const indent = node.from + base - lineStart;
  const code =
    first && last
      ? sourceText(source, startOfLine(source.text, first.from + base), last.to + base, indent)
      : sourceText(source, node.to + base, node.to + base);
  return {
    type: "fence",
    info: info ? source.text.slice(info.from + base, info.to + base) : "",
    closed: marks.length > 1,
    code,
  };
}

/** The parser takes indentation off the first code line only in its offset; take the whole line and strip it alike. */
function startOfLine(text: string, at: number): number {
  let start = at;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  return start;
}

function itemOf(item: SyntaxNode, base: number): ListItem {
  const paragraph = item.getChild("Paragraph");
  const text = paragraph
    ? { from: paragraph.from + base, to: paragraph.to + base }
    : { from: item.to + base, to: item.to + base };
  return { from: item.from + base, to: item.to + base, text, codes: paragraph ? codesIn(paragraph, base) : [] };
}

function rowsOf(table: SyntaxNode, source: SourceFile, base: number): Range[][] {
  return table.getChildren("TableRow").map((row) => cellsOf(row, source, base));
}

/** An empty cell has no node of its own, so cells are what stands between the bars. */
function cellsOf(row: SyntaxNode, source: SourceFile, base: number): Range[] {
  const bars = row.getChildren("TableDelimiter").map((bar) => bar.from + base);
  const edges = [...bars];
  if (source.text[row.from + base] !== "|") edges.unshift(row.from + base - 1);
  if (bars.at(-1) !== row.to + base - 1) edges.push(row.to + base);
  return edges.slice(0, -1).map((edge, index) => trimmed(source.text, edge + 1, edges[index + 1] ?? edge + 1));
}

function trimmed(text: string, from: number, to: number): Range {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start] ?? "")) start++;
  while (end > start && /\s/.test(text[end - 1] ?? "")) end--;
  return { from: start, to: end };
}

function codesIn(node: SyntaxNode, base: number): Range[] {
  return node.getChildren("InlineCode").map((code) => {
    const [open, close] = code.getChildren("CodeMark");
    return { from: (open?.to ?? code.from) + base, to: (close?.from ?? code.to) + base };
  });
}

function hiddenIn(node: SyntaxNode, base: number): Range[] {
  return [...node.getChildren("InlineCode"), ...node.getChildren("CommentSpan")].map((hidden) => ({
    from: hidden.from + base,
    to: hidden.to + base,
  }));
}
