import { type Advice, type Diagnostic, diagnose, type Kind } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { Plan } from "../../plan/model.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { Positions } from "./positions.ts";
import type { SourceText } from "./source-text.ts";

/** One parse under way: collects what is wrong and where every value stands. */
export class Reading {
  readonly diagnostics: Diagnostic[] = [];
  readonly positions: Positions;

  constructor(whole: Span) {
    this.positions = new Positions(whole);
  }

  report(kind: Kind, span: Span, message: string, advice?: Advice): void {
    this.diagnostics.push(diagnose(kind, span, message, advice));
  }

  /** Remembers where the value stands and hands it on. */
  text(pointer: string, text: SourceText): string {
    this.positions.setText(pointer, text);
    return text.value;
  }

  finish(plan: Plan, sources: readonly SourceFile[]): Parsed {
    const { positions, diagnostics } = this;
    return {
      plan,
      sources,
      diagnostics,
      at: (pointer) => positions.at(pointer),
      has: (pointer) => positions.has(pointer),
      within: (pointer, start, end) => positions.within(pointer, start, end),
    };
  }
}
