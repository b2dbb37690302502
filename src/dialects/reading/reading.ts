import { type Advice, type Diagnostic, diagnose, type Kind } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { Plan } from "../../plan/model.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { inLineEndings, lineEndingOf } from "./line-ending.ts";
import { Positions } from "./positions.ts";
import type { SourceText } from "./source-text.ts";

/** One parse under way: collects what is wrong and where every value stands. */
export class Reading {
  readonly diagnostics: Diagnostic[] = [];
  readonly positions: Positions;
  /** Files of which a part could not be read: what seems to be missing from them may only be hidden. */
  readonly partlyRead = new Set<string>();

  constructor(whole: Span) {
    this.positions = new Positions(whole);
  }

  report(kind: Kind, span: Span, message: string, advice?: Advice): void {
    this.diagnostics.push(diagnose(kind, span, message, advice));
  }

  /** Whether something written here has been reported already, so that a second report would be about the same slip. */
  hasFaultIn({ file, start, end }: Span): boolean {
    return this.diagnostics.some(({ span }) => span.file === file && start <= span.start && span.end <= end);
  }

  /** Remembers where the value stands and hands it on. */
  text(pointer: string, text: SourceText): string {
    this.positions.setText(pointer, text);
    return text.value;
  }

  finish(plan: Plan, sources: readonly SourceFile[]): Parsed {
    const { positions } = this;
    const endings = new Map(sources.map(({ path, text }) => [path, lineEndingOf(text)]));
    return {
      plan,
      sources,
      isWhole: this.partlyRead.size === 0,
      diagnostics: this.diagnostics.map((diagnostic) => withLineEndings(diagnostic, endings)),
      at: (pointer) => positions.at(pointer),
      has: (pointer) => positions.has(pointer),
      within: (pointer, start, end) => positions.within(pointer, start, end),
    };
  }
}

/** Fixes are written with LF; each file gets its own line endings. */
function withLineEndings(diagnostic: Diagnostic, endings: ReadonlyMap<string, string>): Diagnostic {
  const { fix } = diagnostic;
  if (!fix) return diagnostic;
  const edits = fix.edits.map((edit) => ({
    ...edit,
    text: inLineEndings(edit.text, endings.get(edit.file) ?? "\n"),
  }));
  return { ...diagnostic, fix: { ...fix, edits } };
}
