import { expect, test } from "vitest";
import { liveRegion } from "./live-region.ts";

const ESC = "\x1b";
const TOKENS = new RegExp(`${ESC}\\[\\??\\d*[A-Za-z]|\r|\n|[^${ESC}\r\n]+`, "g");

/** What a terminal would show: rows of text, rewritten by the few codes that the region uses. */
function aScreen(columns: number) {
  const written: string[] = [];
  const stream = { columns, write: (text: string) => void written.push(text) } as unknown as NodeJS.WriteStream;
  const rows = (): string[] => {
    const shown = [""];
    let row = 0;
    for (const [token] of written.join("").matchAll(TOKENS)) {
      if (token === "\n") shown[++row] ??= "";
      else if (token === "\x1b[1A") row--;
      else if (token === "\x1b[2K") shown[row] = "";
      else if (!token.startsWith("\x1b") && token !== "\r") shown[row] = `${shown[row] ?? ""}${token}`;
    }
    return shown;
  };
  return { stream, written, rows };
}

test("lines are rewritten in place, and what is printed stays above them", () => {
  const { stream, rows } = aScreen(80);
  const region = liveRegion(stream);
  region.draw(["one", "two", "three"]);
  region.print("for ever\n");
  region.draw(["four"]);
  expect(rows()).toEqual(["for ever", "four", "", ""]);
  region.clear();
  expect(rows()).toEqual(["for ever", "", "", ""]);
});

test("after a terminal became narrower, the broken lines are counted", () => {
  const { stream, written } = aScreen(80);
  const region = liveRegion(stream);
  region.draw(["x".repeat(50), `\x1b[31m${"y".repeat(10)}\x1b[39m`]);
  stream.columns = 20;
  region.draw([]);
  expect(written.at(-1)?.split("\x1b[1A")).toHaveLength(4);
});

test("the cursor is hidden while something moves, and given back", () => {
  const { stream, written } = aScreen(80);
  const region = liveRegion(stream);
  region.draw(["one"]);
  expect(written.at(-1)).toContain("\x1b[?25l");
  region.clear();
  expect(written.at(-1)?.endsWith("\x1b[?25h")).toBe(true);
});
