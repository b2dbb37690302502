import type { Span } from "../../diagnostics/span.ts";
import { type SourceText, spanWithin } from "./source-text.ts";

/** Remembers, by JSON pointer, where each value of a plan is written. */
export class Positions {
  private readonly spans = new Map<string, Span>();
  private readonly texts = new Map<string, SourceText>();

  constructor(whole: Span) {
    this.spans.set("", whole);
  }

  set(pointer: string, span: Span): void {
    this.spans.set(pointer, span);
    this.texts.delete(pointer);
  }

  setText(pointer: string, text: SourceText): void {
    this.spans.set(pointer, text.span);
    this.texts.set(pointer, text);
  }

  has(pointer: string): boolean {
    return this.spans.has(pointer);
  }

  at(pointer: string): Span {
    for (let known = pointer; ; known = known.slice(0, Math.max(known.lastIndexOf("/"), 0))) {
      const span = this.spans.get(known);
      if (span) return span;
    }
  }

  within(pointer: string, start: number, end: number): Span {
    const text = this.texts.get(pointer);
    return text ? spanWithin(text, start, end) : this.at(pointer);
  }
}
