import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of a folder, at any depth, that have these words in them, however they are stored. */
export const filesWith = (words: string, folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => lstatSync(join(folder, path)).isFile())
    .filter((path) => readFileSync(join(folder, path)).includes(words));
