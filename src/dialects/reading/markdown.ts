import type { SyntaxNode } from "@lezer/common";
import { type InlineContext, type MarkdownExtension, parser, Table } from "@lezer/markdown";
import type { SourceFile } from "../../diagnostics/span.ts";
import { plainLines } from "./plain-lines.ts";
import { type SourceText, sourceText } from "./source-text.ts";

type Range = { from: number; to: number };
type Offset = (parsed: number) => number;

/** The blocks at the top of a document. What is nested in quotes, lists or comments never shows up here as its own block. */
export type Block =
  | (Range & { type: "heading"; depth: number; title: Range })
  | (Range & { type: "paragraph"; codes: Range[]; comments: Range[] })
  | (Range & { type: "fence"; info: string; closed: boolean; code: SourceText })
  | (Range & { type: "list"; items: ListItem[] })
  | (Range & { type: "table"; rows: Range[][] })
  | (Range & { type: "comment"; closed: boolean })
  | (Range & { type: "rule" })
  | (Range & { type: "aside" });

/** Comments and rules are nobody's words; an aside (a quote, indented code, HTML) is, but holds no field. */
export const isSilent = (block: { type: string }): boolean => block.type === "comment" || block.type === "rule";

/** `text` is the item's first paragraph; `codes` are its inline code spans without their backticks. */
export type ListItem = Range & { text: Range; codes: Range[] };

/** Offsets of the blocks are offsets of `source.text`; parsing starts at `from`, after the frontmatter as a rule. */
export function parseMarkdown(source: SourceFile, from: number, to = source.text.length): Block[] {
  const lines = plainLines(source.text.slice(from, to), from);
  const blocks: Block[] = [];
  for (let node = markdown.parse(lines.text).topNode.firstChild; node; node = node.nextSibling) {
    blocks.push(blockOf(node, source, lines.sourceOffset));
  }
  return blocks;
}

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
/**
 * Links, emphasis and entities are not parsed: no field needs them, and their worst cases are quadratic or recursive.
 * Code spans and comments are, because what they hide must stay hidden.
 */
const markdown = parser.configure([
  Table,
  commentSpans,
  { remove: ["Link", "Image", "LinkEnd", "Autolink", "Emphasis", "Entity", "HTMLTag", "HardBreak", "LinkReference"] },
]);

function blockOf(node: SyntaxNode, source: SourceFile, at: Offset): Block {
  const range = { from: at(node.from), to: at(node.to) };
  const depth = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
  const underline = node.name.startsWith("Setext") ? node.getChild("HeaderMark") : null;
  if (underline && LABELLED.test(source.text.slice(range.from, range.to)))
    return {
      type: "paragraph",
      codes: codesIn(node, at),
      comments: commentsIn(node, at),
      ...range,
      to: at(underline.from),
    };
  if (depth) return { type: "heading", depth: Number(depth), title: titleOf(node, source, at), ...range };
  switch (node.name) {
    case "Paragraph":
      return { type: "paragraph", codes: codesIn(node, at), comments: commentsIn(node, at), ...range };
    case "FencedCode":
      return { ...fenceOf(node, source, at), ...range };
    case "BulletList":
    case "OrderedList":
      return { type: "list", items: node.getChildren("ListItem").map((item) => itemOf(item, at)), ...range };
    case "Table":
      return { type: "table", rows: rowsOf(node, source, at), ...range };
    case "CommentBlock":
      return { type: "comment", closed: isClosedComment(source.text.slice(range.from, range.to)), ...range };
    case "HorizontalRule":
      return { type: "rule", ...range };
    default:
      return { type: "aside", ...range };
  }
}

/** A `---` right below `**on_fail:** escalate` was meant as a rule; to Markdown it makes a heading of the line. */
const LABELLED = /^[ \t]*(\*\*|__)[A-Za-z][^*\r\n]{0,60}?\1/m;

function titleOf(node: SyntaxNode, source: SourceFile, at: Offset): Range {
  const marks = node.getChildren("HeaderMark");
  let from = at(node.from);
  let to = at(node.to);
  for (const mark of marks) {
    if (mark.from === node.from) from = at(mark.to);
    else to = Math.min(to, at(mark.from));
  }
  return trimmed(source.text, from, to);
}

function fenceOf(node: SyntaxNode, source: SourceFile, at: Offset): Omit<Block & { type: "fence" }, "from" | "to"> {
  const marks = node.getChildren("CodeMark");
  const info = node.getChild("CodeInfo");
  const texts = node.getChildren("CodeText");
  const first = texts[0];
  const last = texts.at(-1);
  const from = at(node.from);
  const indent = from - startOfLine(source.text, from);
  const code =
    first && last
      ? sourceText(source, startOfLine(source.text, at(first.from)), at(last.to), indent)
      : sourceText(source, at(node.to), at(node.to));
  const open = marks[0] ? source.text.slice(at(marks[0].from), at(marks[0].to)) : "";
  return {
    type: "fence",
    info: info ? source.text.slice(at(info.from), at(info.to)) : "",
    closed: marks.length > 1 && !opensAnother(open, code.value),
    code,
  };
}

/**
 * A line such as ```` ```shell ```` closes nothing, so a forgotten end is made up for by the end of the next block, and
 * everything between the two is swallowed.
 */
const opensAnother = (marks: string, code: string): boolean =>
  code.includes(marks) && new RegExp(`^ {0,3}${marks}+[ \\t]*[^\\s\`~][^\`\\n]*$`, "m").test(code);

/** Only blanks can stand before a fence, or before the code that its indentation was taken off. */
function startOfLine(text: string, at: number): number {
  let start = at;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  return start;
}

/** As with fences: the end of the next comment must not stand in for a forgotten one. */
const isClosedComment = (text: string): boolean => text.includes("-->") && !text.includes("<!--", 4);

function itemOf(item: SyntaxNode, at: Offset): ListItem {
  const paragraph = item.getChild("Paragraph");
  const text = paragraph ? { from: at(paragraph.from), to: at(paragraph.to) } : { from: at(item.to), to: at(item.to) };
  return { from: at(item.from), to: at(item.to), text, codes: paragraph ? codesIn(paragraph, at) : [] };
}

function rowsOf(table: SyntaxNode, source: SourceFile, at: Offset): Range[][] {
  return table.getChildren("TableRow").map((row) => cellsOf(row, source, at));
}

/** An empty cell has no node of its own, so cells are what stands between the bars. */
function cellsOf(row: SyntaxNode, source: SourceFile, at: Offset): Range[] {
  const bars = row.getChildren("TableDelimiter").map((bar) => at(bar.from));
  const edges = [...bars];
  if (source.text[at(row.from)] !== "|") edges.unshift(at(row.from) - 1);
  if (bars.at(-1) !== at(row.to) - 1) edges.push(at(row.to));
  return edges.slice(0, -1).map((edge, index) => trimmed(source.text, edge + 1, edges[index + 1] ?? edge + 1));
}

function trimmed(text: string, from: number, to: number): Range {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start] ?? "")) start++;
  while (end > start && /\s/.test(text[end - 1] ?? "")) end--;
  return { from: start, to: end };
}

function codesIn(node: SyntaxNode, at: Offset): Range[] {
  return node.getChildren("InlineCode").map((code) => {
    const [open, close] = code.getChildren("CodeMark");
    return { from: at(open?.to ?? code.from), to: at(close?.from ?? code.to) };
  });
}

function commentsIn(node: SyntaxNode, at: Offset): Range[] {
  return node.getChildren("CommentSpan").map((comment) => ({ from: at(comment.from), to: at(comment.to) }));
}
