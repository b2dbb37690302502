import { visibleText } from "../../../std/visible-text.ts";
import { type Fields, textOf } from "./foreign-json.ts";

/** One use of a tool, as one short line: its name and the one thing that tells most about it. */
export function toldTool(name: string, input: Fields): string {
  const what = TELLING.map((field) => textOf(input[field])).find((text) => text !== "") ?? "";
  return short(`${name} ${what}`);
}

/** Agents call the same things by different names. */
const TELLING = [
  ...["command", "cmd", "file_path", "filePath", "absolute_path", "path", "dir_path", "notebook_path"],
  ...["pattern", "query", "url", "subject", "description", "prompt"],
];

/** Anything as one line of a transcript. */
export function short(text: string): string {
  const line = visibleText(text.replaceAll(/\s+/g, " ").trim());
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line;
}

const MOST = 200;

/** How what it does stands in the transcript, between what it says. */
export const asDone = (told: string): string => `→ ${told}`;
