import { stripVTControlCharacters } from "node:util";
import { visibleText } from "./visible-text.ts";

/** What somebody else has printed, as lines that are safe to show: no colours, no cursor moves, nothing invisible. */
export const plainLines = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split(/\r?\n/)
    .map((line) => visibleText(lastVersion(line).replaceAll("\t", "    ")));

/** A program that rewrites its line wants the last version seen. */
const lastVersion = (line: string): string => line.split("\r").findLast((part) => part !== "") ?? "";

/** The first line that says something; one line of a text that may have many. */
export const firstLine = (text: string): string =>
  plainLines(text)
    .map((line) => line.trim())
    .find((line) => line !== "") ?? "";
