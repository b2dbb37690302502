import type { SourceFile } from "../../diagnostics/span.ts";
import type { Block } from "../reading/markdown.ts";

/** How the table of a finished plan begins; its rows repeat what the task files say. */
export const TABLE_HEAD = "| # | Task File | Status | Result |\n|---|---|---|---|";

/** The story of a plan without the table that wrap-up puts below it: nobody's words, and no part of the What. */
export function withoutTaskTable({ text }: SourceFile, blocks: readonly Block[]): readonly Block[] {
  const [heading, table] = blocks.slice(-2);
  if (heading?.type !== "heading" || table?.type !== "table") return blocks;
  const isTitled = text.slice(heading.title.from, heading.title.to) === "Task List";
  const lines = text.slice(table.from, table.to).replaceAll("\r\n", "\n");
  return isTitled && lines.startsWith(`${TABLE_HEAD}\n`) ? blocks.slice(0, -2) : blocks;
}
