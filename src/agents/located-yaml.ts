import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseDocument } from "yaml";

/** A value of a YAML file and the line it stands on, so that whoever refuses it can say where. */
export type Located =
  | { kind: "scalar"; line: number; value: unknown }
  | { kind: "list"; line: number; items: Located[] }
  | { kind: "map"; line: number; entries: Entry[] };

export type Entry = { key: unknown; line: number; value: Located };

/** What is wrong with a script, and on which line. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";
  readonly code = "script";
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Reads plain YAML: no aliases, no tags, no key twice. Throws `ScriptError` for anything else. */
export function locatedYaml(text: string): Located {
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: false, logLevel: "silent" });
    const [trouble] = [...document.errors, ...document.warnings];
    if (trouble) throw new ScriptError(lines.linePos(trouble.pos[0]).line, firstLine(trouble.message));
    return located(document.contents, lines, 1);
  } catch (error) {
    if (error instanceof RangeError) throw new ScriptError(1, "it is nested too deeply to be read");
    throw error;
  }
}

const firstLine = (message: string): string => message.split("\n", 1)[0] ?? "";

/** `around` is the line of what it stands in: a value that was left out has no place of its own. */
function located(node: Node | ParsedNode | null, lines: LineCounter, around: number): Located {
  const line = node?.range ? lines.linePos(node.range[0]).line : around;
  if (isAlias(node)) throw new ScriptError(line, "aliases are not read; write the value out");
  if (isSeq<Node>(node)) return { kind: "list", line, items: node.items.map((item) => located(item, lines, line)) };
  if (isMap<Node, Node | null>(node)) {
    const entries = node.items.map(({ key, value }): Entry => {
      const at = located(key, lines, line);
      return { key: at.kind === "scalar" ? at.value : null, line: at.line, value: located(value, lines, at.line) };
    });
    return { kind: "map", line, entries };
  }
  return { kind: "scalar", line, value: isScalar(node) ? node.value : null };
}
