import type { SourceFile } from "../../diagnostics/span.ts";
import { faults } from "./faults.ts";
import type { Block } from "./markdown.ts";
import type { Reading } from "./reading.ts";

/** A fence or a comment that is not closed swallows what stands below it, so it is always worth saying. */
export function reportOpenFences(reading: Reading, source: SourceFile, blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (!isOpen(block)) continue;
    const line = /^[^\r\n]*/.exec(source.text.slice(block.from, block.to))?.[0].trimEnd() ?? "";
    const what = block.type === "fence" ? "code fence" : "comment";
    const close = block.type === "fence" ? (/^[`~]+/.exec(line)?.[0] ?? "```") : "-->";
    const span = { file: source.path, start: block.from, end: block.from + line.length };
    reading.partlyRead.add(source.path);
    reading.report(faults.unterminatedFence, span, `this ${what} is not closed`, {
      help: `close it with ${close} on a line of its own`,
    });
  }
}

export const isOpen = (block: Block): boolean => (block.type === "fence" || block.type === "comment") && !block.closed;
