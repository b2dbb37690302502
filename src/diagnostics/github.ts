import { visibleText } from "../std/visible-text.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { type Place, placesIn } from "./place.ts";
import type { SourceFile } from "./span.ts";

/**
 * Workflow commands that GitHub Actions turns into annotations, one line each:
 * `::error file=plan.md,line=3,col=10,endLine=3,endColumn=17,title=PW302::message`.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function renderGithub(diagnostics: readonly Diagnostic[], sources: readonly SourceFile[]): string {
  const placeOf = placesIn(sources);
  return diagnostics.map((diagnostic) => commandFor(diagnostic, placeOf(diagnostic.span))).join("");
}

function commandFor({ severity, code, message, help }: Diagnostic, place: Place): string {
  const properties = {
    // GitHub knows files by their path from the top, which never begins with `./`.
    file: place.file.replace(/^(?:\.\/+)+/, ""),
    line: place.line,
    col: place.column,
    endLine: place.endLine,
    endColumn: place.endColumn,
    title: code,
  };
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${severity} ${listed.join(",")}::${data(help ? `${message}\nhelp: ${help}` : message)}\n`;
}

/** A line break would end the command, and what follows could be one of the plan's own making. */
const data = (text: string): string =>
  withoutControls(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** Line breaks have an escape of their own; all else that a terminal would obey is spelled out. */
const withoutControls = (text: string): string =>
  text
    .split(/([\r\n])/)
    .map((part) => (part === "\r" || part === "\n" ? part : visibleText(part)))
    .join("");
