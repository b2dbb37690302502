import { visibleText } from "../../std/visible-text.ts";

/** One line on stderr that says what takes its time, rewritten in place; nothing where nobody watches. */
export function progressLine(): { show(text: string): void; clear(): void } {
  const { stderr } = process;
  if (!stderr.isTTY) return { show() {}, clear() {} };
  return {
    show(text) {
      stderr.write(`\r\x1b[K${visibleText(text).slice(0, Math.max(20, (stderr.columns ?? 80) - 1))}`);
    },
    clear() {
      stderr.write("\r\x1b[K");
    },
  };
}
