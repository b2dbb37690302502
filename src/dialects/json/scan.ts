import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { SourceText } from "../reading/source-text.ts";
import { type JsonFault, keyFault, neverClosed, separatorFault, valueFault, wordAt } from "./json-fault.ts";
import { scanString } from "./scan-string.ts";

/**
 * JSON as `reading/field.ts` has it. The span of a text is what stands between its quotes, so that a fix can replace it.
 * `token` is the whole of it. A number and a boolean are texts too, as they are spelt.
 */
export type JsonText = { type: "text"; span: Span; token: Span; text: SourceText; isNull: boolean };
export type JsonList = { type: "list"; span: Span; items: JsonValue[] };
/** `members` are all of them; `fields` leaves out those that are `null`, and a name's second use. */
export type JsonMap = { type: "map"; span: Span; fields: JsonField[]; members: JsonField[] };
export type JsonValue = JsonText | JsonList | JsonMap;
export type JsonField = { name: string; key: Span; value: JsonValue };

/**
 * `end` is where the scan stopped. `twice` are fields whose name their object has already; `commas` are the places of
 * commas behind a last entry, which are read over so that one fix can take them all away.
 */
export type Scan = { end: number; twice: JsonField[]; commas: number[] } & (
  | { type: "value"; value: JsonValue }
  | { type: "broken"; fault: JsonFault; names: string[] }
);

/** Plans are some six levels deep, and one of 10 MB has a few hundred thousand values. */
const DEEPEST = 200;
const MOST_VALUES = 1_000_000;

/** Reads the one value that starts at `from`; never throws, and looks at no character twice. */
export function scanJson(source: SourceFile, from: number): Scan {
  const scanner = new Scanner(source, from);
  const value = scanner.value(0, from);
  const { at: end, twice, commas, fault, names } = scanner;
  if (value) return { type: "value", value, end, twice, commas };
  return { type: "broken", fault: fault ?? valueFault(source.text, from, from), names, end, twice, commas };
}

/** Every method returns null after it has noted the fault. */
class Scanner {
  readonly twice: JsonField[] = [];
  readonly commas: number[] = [];
  /** Of the outermost object. */
  readonly names: string[] = [];
  fault: JsonFault | null = null;
  at: number;
  private values = 0;
  private readonly source: SourceFile;
  private readonly text: string;

  constructor(source: SourceFile, from: number) {
    this.source = source;
    this.text = source.text;
    this.at = from;
  }

  /** `open` is the bracket around the value. */
  value(depth: number, open: number): JsonValue | null {
    this.skipBlanks();
    const sign = this.text[this.at];
    if (sign === undefined) return this.fail(neverClosed(this.text, open));
    if (++this.values > MOST_VALUES) return this.tooMuch("here begins the second million of values");
    if (sign === '"') return this.string();
    if (sign !== "{" && sign !== "[") return this.word(open);
    if (depth < DEEPEST) return sign === "{" ? this.map(depth) : this.list(depth);
    return this.tooMuch(`this is more than ${DEEPEST} levels deep`);
  }

  private map(depth: number): JsonMap | null {
    const open = this.at++;
    const members: JsonField[] = [];
    const fields: JsonField[] = [];
    const names = new Set<string>();
    for (this.skipBlanks(); this.text[this.at] !== "}"; ) {
      const key = this.key(open);
      if (!key) return null;
      if (depth === 0) this.names.push(key.value);
      const value = this.value(depth + 1, open);
      if (!value) return null;
      const field = { name: speakable(key.value), key: key.span, value };
      members.push(field);
      if (names.has(key.value)) this.twice.push(field);
      else if (!(value.type === "text" && value.isNull)) fields.push(field);
      names.add(key.value);
      if (!this.separator("}", open)) return null;
    }
    this.at++;
    return { type: "map", span: this.spanFrom(open), fields, members };
  }

  private list(depth: number): JsonList | null {
    const open = this.at++;
    const items: JsonValue[] = [];
    for (this.skipBlanks(); this.text[this.at] !== "]"; ) {
      const value = this.value(depth + 1, open);
      if (!value) return null;
      items.push(value);
      if (!this.separator("]", open)) return null;
    }
    this.at++;
    return { type: "list", span: this.spanFrom(open), items };
  }

  private key(open: number): SourceText | null {
    if (this.at >= this.text.length) return this.fail(neverClosed(this.text, open));
    if (this.text[this.at] !== '"') return this.fail(keyFault(this.text, this.at, open));
    const key = this.string();
    if (!key) return null;
    const end = this.at;
    this.skipBlanks();
    if (this.text[this.at] === ":") {
      this.at++;
      return key.text;
    }
    const help = 'write `"name": value`';
    return this.fail({ start: end, end, message: `a colon is missing behind \`${speakable(key.text.value)}\``, help });
  }

  /** Steps over the comma, and stops at what follows. */
  private separator(close: string, open: number): boolean {
    const end = this.at;
    this.skipBlanks();
    const sign = this.text[this.at];
    if (sign === close) return true;
    if (sign !== ",") {
      this.fail(sign === undefined ? neverClosed(this.text, open) : separatorFault(this.text, end, this.at, open));
      return false;
    }
    const comma = this.at++;
    this.skipBlanks();
    if (this.text[this.at] === close) this.commas.push(comma);
    return true;
  }

  private string(): JsonText | null {
    const from = this.at;
    const scanned = scanString(this.source, from);
    if (scanned.type === "fault") {
      this.at = scanned.fault.end;
      return this.fail(scanned.fault);
    }
    this.at = scanned.end;
    const { text } = scanned;
    return { type: "text", span: text.span, token: this.spanFrom(from), text, isNull: false };
  }

  private word(open: number): JsonText | null {
    const from = this.at;
    const word = wordAt(this.text, from);
    if (!VALUE.test(word)) return this.fail(valueFault(this.text, from, open));
    this.at += word.length;
    const span = this.spanFrom(from);
    const isNull = word === "null";
    const lines = isNull ? [] : [{ at: 0, from, length: word.length }];
    return { type: "text", span, token: span, text: { value: isNull ? "" : word, span, lines }, isNull };
  }

  private skipBlanks(): void {
    while (isBlank(this.text.charCodeAt(this.at))) this.at++;
  }

  private spanFrom(start: number): Span {
    return { file: this.source.path, start, end: this.at };
  }

  private tooMuch(message: string): null {
    const help = "a plan needs far less";
    return this.fail({ start: this.at, end: this.at + 1, message, help });
  }

  private fail(fault: JsonFault): null {
    this.fault = fault;
    return null;
  }
}

const VALUE = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

export const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** A name that no field has is told in a message: on one line, and cut where it goes on and on. */
const speakable = (name: string): string =>
  (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name).replace(/[\r\n\t`]/g, " ");
const LONGEST = 60;
