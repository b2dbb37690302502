import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { SourceFile } from "../src/diagnostics/span.ts";
import type { FileSet } from "../src/ports/dialect.ts";
import { filesBelow, withoutMarks } from "../test/fixture.ts";

const root = join(import.meta.dirname, "..");

/** Every plan in this repository, good and bad: what mutations start from. */
export function corpus(): FileSet[] {
  const fixtures = join(root, "test", "fixtures", "rules");
  const places = [
    ...readdirSync(join(root, "examples")).map((name) => join(root, "examples", name)),
    ...readdirSync(fixtures).flatMap((code) =>
      readdirSync(join(fixtures, code)).map((name) => join(fixtures, code, name)),
    ),
  ];
  return places.map(planAt).filter(({ files }) => files.length > 0 && lengthOf(files) < LARGEST);
}

/** A mutation of something large says little more than one of something small, and takes longer. */
const LARGEST = 40_000;

const lengthOf = (files: readonly SourceFile[]): number => files.reduce((sum, { text }) => sum + text.length, 0);

function planAt(place: string): FileSet {
  const isFolder = statSync(place).isDirectory();
  const home = isFolder && existsSync(join(place, ".plan")) ? join(place, ".plan") : place;
  const files = filesBelow(home).map((path) => ({
    path: isFolder ? join("plan", relative(home, path)) : basename(path),
    text: withoutMarks(readFileSync(path, "utf8")),
  }));
  return { root: isFolder ? "plan" : (files[0]?.path ?? ""), files };
}
