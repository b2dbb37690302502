import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../../std/display-width.ts";

/** The last lines of a terminal, rewritten in place; what is printed goes above them and stays. */
export type LiveRegion = {
  draw(lines: readonly string[]): void;
  print(text: string): void;
  /** Takes the lines away and gives the cursor back. Drawing again brings them back. */
  clear(): void;
};

/**
 * No line may fill the last column: a terminal would go on to the next one. A terminal that was made narrower has
 * broken the lines it shows, so how far to go up is counted with the width it has now.
 */
export function liveRegion(stream: NodeJS.WriteStream): LiveRegion {
  let shown: readonly string[] = [];
  const rowsOf = (line: string): number =>
    Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(line)) / Math.max(1, stream.columns || 80)));
  const erased = (): string => {
    const rows = shown.reduce((sum, line) => sum + rowsOf(line), 0);
    shown = [];
    // Row by row: told to erase a whole screen, some terminals keep it in what one can scroll back to.
    return rows === 0 ? "" : `\r\x1b[2K${"\x1b[1A\x1b[2K".repeat(rows - 1)}`;
  };
  const drawn = (lines: readonly string[]): string => {
    shown = lines;
    return lines.length === 0 ? "" : `${HIDE}${lines.join("\n")}`;
  };
  return {
    draw(lines) {
      stream.write(`${erased()}${drawn(lines)}`);
    },
    print(text) {
      const lines = shown;
      stream.write(`${erased()}${text}${drawn(lines)}`);
    },
    clear() {
      stream.write(`${erased()}${SHOW}`);
    },
  };
}

const HIDE = "\x1b[?25l";
const SHOW = "\x1b[?25h";
