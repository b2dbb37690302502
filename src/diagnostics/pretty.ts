import { styleText } from "node:util";
import { visibleText } from "../std/visible-text.ts";
import { codeFrame, type FrameRow } from "./code-frame.ts";
import { maskedSources } from "./conceal.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";
import { placeOf } from "./place.ts";
import type { SourceFile } from "./span.ts";
import { summaryOf } from "./summary.ts";

type PrettyOptions = {
  color: boolean;
  /** Columns of the terminal: code lines are cropped to it and notes wrapped. Without one, only very long lines are cropped. */
  width?: number;
  /** How many plans the diagnostics are about, for the summary; a plan may have many files. */
  plans?: number;
};

/**
 * The format people learn from: what is wrong, the exact words, why it matters, what to write instead.
 * Each diagnostic and the summary end with a line break; nothing to say is the empty text.
 */
export function renderPretty(
  diagnostics: readonly Diagnostic[],
  sources: readonly SourceFile[],
  options: PrettyOptions,
): string {
  if (diagnostics.length === 0) return "";
  const byPath = new Map(maskedSources(diagnostics, sources).map((source) => [source.path, source]));
  const paint = options.color ? colored : plain;
  const explained = new Set<string>();
  const blocks = diagnostics.map((diagnostic) => {
    const isNews = !explained.has(diagnostic.code);
    explained.add(diagnostic.code);
    const { gutter, rows } = locate(diagnostic, byPath.get(diagnostic.span.file), options.width ?? 120, paint);
    return [
      headline(diagnostic, paint),
      ...rows,
      ...notes(diagnostic, isNews, gutter, options.width ?? Number.POSITIVE_INFINITY, paint),
    ].join("\n");
  });
  return `${[...blocks, paint("bold", summaryOf(diagnostics, options.plans))].join("\n\n")}\n`;
}

type Tone = Severity | "frame" | "bold";
type Paint = (tone: Tone, text: string) => string;

const STYLES = { error: ["bold", "red"], warning: ["bold", "yellow"], frame: ["cyan"], bold: ["bold"] } as const;

const plain: Paint = (_tone, text) => text;
/** Whether to color is the caller's decision, so the stream is not asked again. */
const colored: Paint = (tone, text) => styleText([...STYLES[tone]], text, { validateStream: false });

function headline({ severity, code, message }: Diagnostic, paint: Paint): string {
  return `${paint(severity, `${severity}[${visibleText(code)}]`)}${paint("bold", `: ${visibleText(message)}`)}`;
}

type Location = { gutter: number; rows: string[] };

/** `--> file:line:column` and the frame; only the file's name when it could not be read. */
function locate(diagnostic: Diagnostic, source: SourceFile | undefined, width: number, paint: Paint): Location {
  const path = visibleText(diagnostic.span.file);
  if (!source) return { gutter: LEAST_GUTTER, rows: [arrow(LEAST_GUTTER, path, paint)] };
  const place = placeOf(diagnostic.span, source);
  const gutter = Math.max(LEAST_GUTTER, String(place.endLine).length);
  const frame = codeFrame(source, place, Math.max(width - gutter - BAR.length, LEAST_WIDTH));
  return {
    gutter,
    rows: [
      arrow(gutter, `${path}:${place.line}:${place.column}`, paint),
      paint("frame", `${" ".repeat(gutter)} |`),
      ...frame.map((row) => framed(row, gutter, diagnostic.severity, paint)),
    ],
  };
}

const LEAST_GUTTER = 2;
const LEAST_WIDTH = 20;
const BAR = " | ";

const arrow = (gutter: number, where: string, paint: Paint): string =>
  `${paint("frame", `${" ".repeat(gutter)}-->`)} ${where}`;

function framed(row: FrameRow, gutter: number, severity: Severity, paint: Paint): string {
  const number = row.type === "line" ? String(row.number) : "";
  const text = row.type === "carets" ? paint(severity, row.text) : row.text;
  const bar = row.type === "omission" ? "   " : text === "" ? " |" : BAR;
  return `${paint("frame", number.padStart(gutter) + bar)}${text}`;
}

/** Why a rule exists is said once; when ten diagnostics share a code, nine repetitions would hide the rest. */
function notes({ why, help, fix }: Diagnostic, isNews: boolean, gutter: number, width: number, paint: Paint): string[] {
  const all = [
    ...(isNews && why !== "" ? [note("why", why, gutter, width, paint)] : []),
    ...(help ? [note("help", help, gutter, width, paint)] : []),
    ...(fix ? [note("fix", `${fix.title} (planwright verify --fix)`, gutter, width, paint)] : []),
  ];
  return all.length === 0 ? [] : [paint("frame", `${" ".repeat(gutter)} |`), ...all];
}

/** Further lines of a note stand under its first one, so that no text can pass for another diagnostic. */
function note(label: string, text: string, gutter: number, width: number, paint: Paint): string {
  const lead = `${" ".repeat(gutter)} = `;
  const indent = lead.length + label.length + 2;
  const lines = text
    .trim()
    .split(/\r\n?|\n/)
    .flatMap((line) => wrapped(visibleText(line), Math.max(width - indent, LEAST_WIDTH)));
  return `${paint("frame", lead)}${paint("bold", `${label}:`)} ${lines.join(`\n${" ".repeat(indent)}`)}`;
}

/** Words stay whole, also one that is too long for the line. */
function wrapped(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
