import type { Files } from "../../mutation/files.ts";

/** How a small library of sums, and its tests, are written for one test runner. */
export type Kit = {
  runner: string;
  contract: string;
  /** What belongs to the project beside code and tests. */
  files: Files;
  /** Where a module of this name, and the tests of it, lie. */
  source(module: string): string;
  test(module: string): string;
  code(module: string, functions: readonly Sum[]): Files;
  tests(module: string, cases: readonly Case[]): Files;
};

/** A function of one number, by what it does to it; the same in every language, but for how the number is called. */
export type Sum = { name: string; of(number: string): string };
export type Case = { name: string; sum: string; number: number; expected: number };

export const TWICE: Sum = { name: "twice", of: (n) => `${n} * 2` };
export const SQUARE: Sum = { name: "square", of: (n) => `${n} * ${n}` };
export const NEXT: Sum = { name: "next", of: (n) => `${n} + 1` };

export const DOUBLES: Case = { name: "doubles two", sum: "twice", number: 2, expected: 4 };
export const SQUARES: Case = { name: "squares three", sum: "square", number: 3, expected: 9 };
export const GOES_ON: Case = { name: "goes on from six", sum: "next", number: 6, expected: 7 };

export const asSnake = (name: string): string => name.replaceAll(" ", "_");
export const asCamel = (name: string): string => name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
export const asTitle = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
