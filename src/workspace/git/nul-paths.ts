import { pathOf } from "../../std/path-bytes.ts";

/**
 * What git prints with `-z`, as texts of one letter per byte (latin1), so that names which are no UTF-8 can be compared
 * and handed back to git as they are.
 */
export const pathsIn = (output: Buffer): string[] => {
  const text = output.toString("latin1");
  return text === "" ? [] : text.slice(0, text.endsWith("\0") ? -1 : undefined).split("\0");
};

export const nulPaths = (paths: Iterable<string>): Buffer =>
  Buffer.from([...paths].map((path) => `${path}\0`).join(""), "latin1");

/** As the rest of the program writes a path. */
export const shownPath = (path: string): string => pathOf(Buffer.from(path, "latin1"));

/** Where such a path is in a folder: as text, which is quicker, where its letters are the same as its bytes. */
export const placeIn = (folder: string, path: string): string | Buffer =>
  ASCII.test(path) ? `${folder}/${path}` : Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, "latin1")]);

const ASCII = /^[\0-\x7f]*$/;
