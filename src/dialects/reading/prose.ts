import type { SourceFile } from "../../diagnostics/span.ts";
import type { Subtask } from "../../plan/model.ts";
import type { Part } from "./entries.ts";
import { type Block, isSilent, type ListItem } from "./markdown.ts";
import { joinTexts, type SourceText, sourceText } from "./source-text.ts";

const BOX = /^\[([ xX])\]\s+(.*)$/s;

export type SubtaskReading = { subtask: Subtask; text: SourceText };
export type Prose = { text: SourceText; subtasks: SubtaskReading[] };

/** A stretch of the text; one whose type is not told is prose, whatever it looks like. */
type Stretch = { from: number; to: number; type?: Part["type"] | Block["type"]; items?: readonly ListItem[] };

/**
 * Free text as one value; lists at its end in which every item has a tick box are taken out of it as subtasks. One that
 * is followed by more text is part of the text, which would make no sense without it. Comments and rules are part of the
 * text around them, but no text on their own.
 */
export function proseOf(source: SourceFile, parts: readonly Stretch[], fallback: number): Prose {
  const texts: SourceText[] = [];
  const subtasks: SubtaskReading[] = [];
  let from: number | null = null;
  let to = 0;
  const closeRun = (): void => {
    if (from !== null) texts.push(sourceText(source, from, to));
    from = null;
  };
  const isEmpty = parts.every(({ type }) => type !== undefined && isSilent({ type }));
  const lists = parts.map((part) => checklist(source, part));
  const lastText = parts.findLastIndex((part, at) => !lists[at] && !(part.type && isSilent({ type: part.type })));
  for (const [at, part] of (isEmpty ? [] : parts).entries()) {
    const boxes = at > lastText ? lists[at] : null;
    if (boxes) {
      closeRun();
      for (const box of boxes) subtasks.push(box);
    } else {
      // Something that is not prose stood between the two: a field, or another section.
      if (from !== null && source.text.slice(to, part.from).trim() !== "") closeRun();
      from ??= part.from;
      to = part.to;
    }
  }
  closeRun();
  const [first, ...others] = texts;
  const text = first ? joinTexts(first, others, "\n\n") : sourceText(source, fallback, fallback);
  return { text: trimStart(text), subtasks };
}

function checklist(source: SourceFile, { type, items = [] }: Stretch): SubtaskReading[] | null {
  if (type !== "list") return null;
  const readings = items.map((item) => {
    const text = sourceText(source, item.text.from, item.to);
    const match = BOX.exec(text.value);
    return match ? { subtask: { text: (match[2] ?? "").trim(), done: match[1] !== " " }, text } : null;
  });
  return readings.length > 0 && readings.every((reading) => reading !== null) ? readings : null;
}

/** A value that starts on its label's line (`**task:** Read …`) keeps one blank in front of it otherwise. */
function trimStart(text: SourceText): SourceText {
  const first = text.lines[0];
  const blank = text.value.length - text.value.trimStart().length;
  if (!first || blank === 0 || blank > first.length) return text;
  const lines = text.lines.map((line, index) =>
    index === 0 ? { at: 0, from: line.from + blank, length: line.length - blank } : { ...line, at: line.at - blank },
  );
  return { value: text.value.slice(blank), span: { ...text.span, start: text.span.start + blank }, lines };
}
