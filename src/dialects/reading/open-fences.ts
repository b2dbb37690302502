import type { SourceFile } from "../../diagnostics/span.ts";
import { faults } from "./faults.ts";
import type { Block } from "./markdown.ts";
import type { Reading } from "./reading.ts";

/** An unterminated fence swallows the rest of its file, so it is always worth saying. */
export function reportOpenFences(reading: Reading, source: SourceFile, blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.type !== "fence" || block.closed) continue;
    const line = /^[^\r\n]*/.exec(source.text.slice(block.from, block.to))?.[0] ?? "";
    const marks = /^[`~]+/.exec(line)?.[0] ?? "```";
    const span = { file: source.path, start: block.from, end: block.from + line.trimEnd().length };
    reading.report(faults.unterminatedFence, span, "this code fence is never closed", {
      help: `close it with a line that holds only \`${marks}\``,
    });
  }
}
