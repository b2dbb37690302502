import { createHash } from "node:crypto";
import { maskedSources } from "./conceal.ts";
import type { Diagnostic, Fix, Kind, Severity } from "./diagnostic.ts";
import { lineIndexOf } from "./line-index.ts";
import { type Place, placesIn } from "./place.ts";
import type { SourceFile, Span } from "./span.ts";

/**
 * SARIF 2.1.0, which code scanning services read: one run, every rule there is, one result per diagnostic.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifOf(
  diagnostics: readonly Diagnostic[],
  sources: readonly SourceFile[],
  kinds: readonly Kind[],
  version: string,
): Sarif {
  const placeOf = placesIn(sources);
  const fingerprintOf = fingerprints(maskedSources(diagnostics, sources));
  const indexOf = new Map(kinds.map(({ code }, index) => [code, index]));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "planwright", version, rules: kinds.map(ruleOf) } },
        columnKind: "utf16CodeUnits",
        newlineSequences: ["\r\n", "\n", "\r"],
        results: diagnostics.map((diagnostic) => ({
          ruleId: diagnostic.code,
          ruleIndex: indexOf.get(diagnostic.code) ?? -1,
          level: diagnostic.severity,
          message: { text: messageText(diagnostic) },
          locations: [{ physicalLocation: locationOf(placeOf(diagnostic.span)) }],
          partialFingerprints: { primaryLocationLineHash: fingerprintOf(diagnostic) },
          ...(diagnostic.fix && { fixes: [fixOf(diagnostic.fix, placeOf)] }),
        })),
      },
    ],
  };
}

type Sarif = { $schema: string; version: "2.1.0"; runs: SarifRun[] };

type SarifRun = {
  tool: { driver: { name: string; version: string; rules: SarifRule[] } };
  columnKind: "utf16CodeUnits";
  newlineSequences: string[];
  results: SarifResult[];
};

type SarifRule = {
  id: string;
  name: string;
  shortDescription: Text;
  fullDescription: Text;
  help: Text;
  defaultConfiguration: { level: Severity };
};

type SarifResult = {
  ruleId: string;
  ruleIndex: number;
  level: Severity;
  message: Text;
  locations: { physicalLocation: Location }[];
  partialFingerprints: Record<string, string>;
  fixes?: SarifFix[];
};

type SarifFix = { description: Text; artifactChanges: SarifChange[] };
type SarifChange = {
  artifactLocation: { uri: string };
  replacements: { deletedRegion: Region; insertedContent: Text }[];
};

type Text = { text: string };
type Region = { startLine: number; startColumn: number; endLine: number; endColumn: number };
type Location = { artifactLocation: { uri: string }; region: Region };

function ruleOf({ code, name, severity, summary, why }: Kind): SarifRule {
  return {
    id: code,
    name: name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: summary },
    fullDescription: { text: why },
    help: {
      text: `${summary} ${why} \`planwright explain ${code}\` shows a plan that triggers it, and the fixed plan.`,
    },
    defaultConfiguration: { level: severity },
  };
}

const messageText = ({ message, help }: Diagnostic): string => plainText(help ? `${message}\nhelp: ${help}` : message);

/** In a SARIF message `{0}` is a placeholder and `[words](address)` a link; a plan must be able to make neither. */
const plainText = (text: string): string =>
  text.replace(/\{(\d{1,9})\}/g, "{{$1}}").replace(/\[(?=[^[\]]{0,1000}\]\()/g, "\\[");

const locationOf = (place: Place): Location => ({
  artifactLocation: { uri: uriOf(place.file) },
  region: regionOf(place),
});

const regionOf = ({ line, column, endLine, endColumn }: Place): Region => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
});

/** A path relative to the working folder as a URI reference; an absolute one names its file. */
function uriOf(path: string): string {
  const encoded = path
    .replace(/^(?:\.\/+)+/, "")
    .toWellFormed()
    .split("/")
    .map((name) => encodeURIComponent(name))
    .join("/");
  return encoded.startsWith("/") ? `file://${encoded.replace(/^\/+/, "/")}` : encoded;
}

/**
 * What stays the same when lines are added above: the rule, the file and the words of the line, counted where the same
 * line says the same twice. The name is the one GitHub looks for.
 */
function fingerprints(sources: readonly SourceFile[]): (diagnostic: Diagnostic) => string {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const seen = new Map<string, number>();
  return ({ code, span }) => {
    const source = byPath.get(span.file);
    const lines = source && lineIndexOf(source);
    const words = lines?.textOf(lines.positionAt(span.start).line).trim() ?? "";
    const hash = createHash("sha256")
      .update(JSON.stringify([code, uriOf(span.file), words]))
      .digest("hex")
      .slice(0, 16);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return `${hash}:${count}`;
  };
}

function fixOf({ title, edits }: Fix, placeOf: (span: Span) => Place): SarifFix {
  const byFile = Map.groupBy(edits, ({ file }) => file);
  return {
    description: { text: plainText(title) },
    artifactChanges: Array.from(byFile, ([file, changes]) => ({
      artifactLocation: { uri: uriOf(file) },
      replacements: changes.map((edit) => ({
        deletedRegion: regionOf(placeOf(edit)),
        insertedContent: { text: edit.text },
      })),
    })),
  };
}
