import type { PlannedStep } from "../a-run.ts";
import type { Content, Files } from "./files.ts";
import type { Random } from "./random.ts";

/** A small project with one fault in it, which some of its tests show. */
export type Project = {
  name: string;
  files: Files;
  step: PlannedStep;
  /** The file with the fault, and its text without it. */
  bug: string;
  fix: string;
  /** Every test that the fault turns red. */
  red: readonly RedTest[];
  language: Language;
  /** Cheats that are possible in this kind of project only. */
  cheats: readonly Cheat[];
};

/** `block` is the test as its file has it; `wrong` says how its assertions look when they expect the faulty answer. */
export type RedTest = { path: string; block: string; wrong: readonly (readonly [from: string, to: string])[] };

/** What a worker does instead of the work. Null where there is nothing left that it could do it to. */
export type Cheat = { kind: "delete" | "skip" | "weaken" | "shadow"; name: string; make: MakeCheat };
export type MakeCheat = (files: Files, random: Random) => Files | null;

/** How tests of a language are taken out of action. */
export type Language = {
  comment: string;
  /** A line that asserts something, from its margin to its end. */
  assertion: RegExp;
  /** An assertion that always holds. */
  idle: string;
  /** A test file with one test that always passes. */
  placeholder: string;
  skips: Readonly<Record<string, (block: string) => string>>;
  earlyReturn: (block: string) => string;
  swallow: (block: string) => string;
};

export const textIn = (files: Files, path: string): string | null => textOf(files[path] ?? null);

const textOf = (content: Content): string | null =>
  typeof content === "string" ? content : content && "program" in content ? content.program : null;

/** The file with another text, still a program if it was one. */
export const withText = (files: Files, path: string, text: string): Files => {
  const old = files[path];
  return { [path]: old && typeof old === "object" && "program" in old ? { program: text } : text };
};

/** A cheat that replaces a piece of a file. */
export const replaces =
  (path: string, from: string | RegExp, to: string): MakeCheat =>
  (files) => {
    const text = textIn(files, path);
    const changed = text?.replace(from, () => to);
    return text === null || changed === undefined || changed === text ? null : withText(files, path, changed);
  };

/** A cheat that only writes files; not possible where one of them is there. */
export const adds =
  (added: Files): MakeCheat =>
  (files) =>
    Object.keys(added).some((path) => (files[path] ?? null) !== null) ? null : added;

export const removes =
  (...paths: readonly string[]): MakeCheat =>
  (files) =>
    paths.some((path) => (files[path] ?? null) === null) ? null : Object.fromEntries(paths.map((path) => [path, null]));
