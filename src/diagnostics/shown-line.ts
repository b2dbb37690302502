import { displayWidth } from "../std/display-width.ts";
import { visibleText } from "../std/visible-text.ts";

/** One line as a terminal shows it; the marked part stands `before` columns in and is `marked` columns wide. */
type ShownLine = { text: string; before: number; marked: number };

/** `[start, end)` in UTF-16 units of the line. */
type Mark = { start: number; end: number };

/** Makes everything in the line visible, and crops it around the start of the mark when it is wider than `width`. */
export function showLine(line: string, mark: Mark, width: number): ShownLine {
  const stretch = stretchAround(line, mark.start, width);
  const cells = cellsOf(stretch);
  const first = countUntil(cells, (cell) => cell.end > mark.start);
  const last = Math.max(
    first,
    countUntil(cells, (cell) => cell.start >= mark.end),
  );
  const { left, right } = crop(cells, first, stretch.isWholeLine, width);
  const isCutBefore = left > 0 || stretch.start > 0;
  const isCutAfter = right < cells.length || stretch.end < line.length;
  const shown = cells.slice(left, right).map((cell) => cell.text);
  return {
    text: [isCutBefore ? "…" : "", ...shown, isCutAfter ? "…" : ""].join(""),
    before: (isCutBefore ? 1 : 0) + widthOf(cells.slice(left, first)),
    marked: widthOf(cells.slice(first, Math.min(last, right))),
  };
}

/** `[start, end)` of the line. */
type Stretch = { text: string; start: number; end: number; isWholeLine: boolean };

/**
 * The part of the line worth laying out. A file may be one line of 10 MB, so only the neighbourhood of the mark is
 * looked at; four units per column are enough for all but a line of family emoji.
 */
function stretchAround(line: string, at: number, width: number): Stretch {
  const start = Math.max(0, at - width * 4);
  const end = Math.min(line.length, at + width * 4);
  return { text: line.slice(start, end), start, end, isWholeLine: end - start === line.length };
}

/** What one character of the author becomes on the screen. `start` and `end` are offsets in the line. */
type Cell = { start: number; end: number; text: string; width: number };

function cellsOf({ text, start }: Stretch): Cell[] {
  const cells: Cell[] = [];
  let at = start;
  for (const character of PLAIN.test(text) ? text : charactersOf(text)) {
    const { text, width } = glyphOf(character);
    cells.push({ start: at, end: at + character.length, text, width });
    at += character.length;
  }
  return cells;
}

const PLAIN = /^[\t -~]*$/;

/** What a reader calls a character; what is hidden inside one is a character of its own, so that it is seen. */
function* charactersOf(text: string): Iterable<string> {
  for (const { segment } of segmenter().segment(text)) {
    if (glyphOf(segment).isVerbatim) yield segment;
    else yield* partsOf(segment);
  }
}

function* partsOf(segment: string): Iterable<string> {
  let visible = "";
  for (const codePoint of segment) {
    if (glyphOf(codePoint).isVerbatim) {
      visible += codePoint;
      continue;
    }
    if (visible !== "") yield visible;
    yield codePoint;
    visible = "";
  }
  if (visible !== "") yield visible;
}

let cachedSegmenter: Intl.Segmenter | undefined;

/** Made on first use, because it loads tables. */
function segmenter(): Intl.Segmenter {
  cachedSegmenter ??= new Intl.Segmenter();
  return cachedSegmenter;
}

type Glyph = { text: string; width: number; isVerbatim: boolean };

const TAB = "    ";

/** Remembered, because measuring is slow and a text repeats its characters; forgotten before it grows without end. */
function glyphOf(character: string): Glyph {
  const known = glyphs.get(character);
  if (known) return known;
  const text = character === "\t" ? TAB : visibleText(character);
  const glyph = { text, width: displayWidth(text), isVerbatim: text === character };
  if (glyphs.size >= MOST_GLYPHS) glyphs.clear();
  glyphs.set(character, glyph);
  return glyph;
}

const MOST_GLYPHS = 10_000;
const glyphs = new Map<string, Glyph>();

type Crop = { left: number; right: number };

/** Cells `[left, right)` to show: a third of the room before the mark, the rest after it, and none left unused. */
function crop(cells: readonly Cell[], first: number, isWholeLine: boolean, width: number): Crop {
  const caretAfterEnd = first === cells.length ? 1 : 0;
  if (isWholeLine && widthOf(cells) + caretAfterEnd <= width) return { left: 0, right: cells.length };

  const room = width - 2;
  const roomBefore = Math.max(Math.floor(room / 3), room - widthOf(cells.slice(first)) - caretAfterEnd);
  let used = 0;
  let left = first;
  for (let next = cells[left - 1]; next && used + next.width <= roomBefore; next = cells[left - 1]) {
    used += next.width;
    left--;
  }
  let right = first;
  for (let next = cells[right]; next && used + next.width <= room; next = cells[right]) {
    used += next.width;
    right++;
  }
  return { left, right };
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

/** How many cells stand before the first one for which `isFound` holds. */
function countUntil(cells: readonly Cell[], isFound: (cell: Cell) => boolean): number {
  const index = cells.findIndex(isFound);
  return index < 0 ? cells.length : index;
}
