import { ANY, sequencesMeet } from "../std/sequences-meet.ts";
import type { Step } from "./model.ts";

/**
 * Whether an entry of a file list or a protected area covers a path. Both are relative to the repository. An entry is
 * a path in which `*` and `?` stand for part of a name and `**` for any folders in between. It covers what it names
 * and everything below: nobody who protects `src/pay*` means to leave the folder `src/payments` open.
 */
export function covers(entry: string, path: string): boolean {
  const below = entryPattern(entry);
  return below !== null && sequencesMeet<Name>(below, namesIn(path), namesMeet);
}

/** Whether some path is covered by both entries. */
export function overlap(a: string, b: string): boolean {
  const [one, other] = [entryPattern(a), entryPattern(b)];
  return one !== null && other !== null && sequencesMeet(one, other, namesMeet);
}

/** The same, knowing that nothing is below a file: `src/a.ts` has no part in all SQL files, though a folder of that name would. */
export function haveFileInCommon(a: string, b: string): boolean {
  if (isFileByName(a)) return covers(b, a);
  return isFileByName(b) ? covers(a, b) : overlap(a, b);
}

/** By its name, because it may not be there yet: with an ending, or written as `Makefile`, `LICENSE` and `.gitignore` are. */
export const isFileByName = (path: string): boolean => !/[*?]/.test(path) && FILE_NAME.test(path);

const FILE_NAME = /(?:^|\/)(?:[A-Z]+|[A-Z][a-z]*file|[^/]+\.[^/.]+|\.[a-z]*(?:ignore|rc|env|attributes))$/;

/** The entries a step may write: to change, to add, to delete. */
export function writesOf(step: Step): string[] {
  const { change, add, delete: remove } = step.files;
  return [...change, ...add, ...remove].map((entry) => entry.path);
}

/** One spelling for one path: without `./`, doubled slashes and a slash at the end. */
export const normalPath = (path: string): string => namesIn(path).join("/");

/** One name of a path: plain text, or letters with wildcards among them. */
type Name = string | Letters;
type Letters = readonly (Letter | typeof ANY)[];
type Letter = string | typeof ONE;
const ONE = Symbol("one letter");

function entryPattern(entry: string): (Name | typeof ANY)[] | null {
  // An entry that was left empty must neither protect nor permit the whole repository.
  if (entry.trim() === "") return null;
  return [...namesIn(entry).flatMap(namePattern), ANY];
}

const namesIn = (path: string): string[] => path.split("/").filter((name) => name !== "" && name !== ".");

function namePattern(name: string): (Name | typeof ANY)[] {
  if (name === "**") return [ANY];
  // `src/**.ts` is how many people write `src/**/*.ts`.
  if (name.startsWith("**")) return [ANY, lettersOf(name.slice(1))];
  return [/[*?]/.test(name) ? lettersOf(name) : name];
}

const lettersOf = (name: string): Letters =>
  [...name].map((letter) => (letter === "*" ? ANY : letter === "?" ? ONE : letter));

function namesMeet(a: Name, b: Name): boolean {
  if (typeof a === "string" && typeof b === "string") return a === b;
  return sequencesMeet<Letter>([...a], [...b], (x, y) => x === y || x === ONE || y === ONE);
}
