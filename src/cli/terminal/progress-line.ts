import { visibleText } from "../../std/visible-text.ts";
import { cut } from "./fit.ts";

/**
 * One line on stderr that says what takes its time and for how long, rewritten in place; nothing where nobody watches.
 * It never fills the last column: a terminal would go on to the next line, and there is no way back from there.
 */
export function progressLine(): { show(text: string): void; clear(): void } {
  const { stderr } = process;
  if (!stderr.isTTY) return { show() {}, clear() {} };
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearInterval(timer);
  return {
    show(text) {
      stop();
      const began = Date.now();
      const draw = (): void => {
        const seconds = Math.round((Date.now() - began) / 1000);
        const since = seconds < 2 ? "" : ` ${seconds} s`;
        const width = Math.max(20, (stderr.columns || 80) - 1);
        stderr.write(`\r\x1b[K${cut(visibleText(text), width - since.length)}${since}`);
      };
      draw();
      timer = setInterval(draw, 1000);
      timer.unref();
    },
    clear() {
      stop();
      stderr.write("\r\x1b[K");
    },
  };
}
