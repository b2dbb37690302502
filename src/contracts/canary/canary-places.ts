import { randomBytes } from "node:crypto";
import type { Blob, TreeId, Trees } from "../../ports/git.ts";
import { roleOfFile } from "../restore/role-of-file.ts";
import { nameOf, textsOf, viewOf } from "../restore/tree-view.ts";
import { canaryText } from "./canary-text.ts";

/** A test file with one more test in it, which must fail. */
export type Canary = {
  path: string;
  name: string;
  blob: Blob;
  /** Its file speaks of something that the work changes. */
  isConcerned: boolean;
};

/**
 * Test files of this runner that are alike with the work and without it, so that nothing but the work can make a
 * difference; first those that speak of what the work changes.
 */
export async function placeCanaries(
  trees: Trees,
  runner: string,
  { proven, without }: { proven: TreeId; without: TreeId },
): Promise<Canary[]> {
  const { files } = await viewOf(trees, proven);
  const changed = new Set((await trees.changes(without, proven)).map(({ path }) => path));
  const alike = [...files].filter(([path]) => !changed.has(path) && isPlace(path));
  const texts = await textsOf(
    trees,
    alike.map(([, blob]) => blob),
  );
  const found = alike.flatMap(([path, { mode }], at) => {
    const [text, name] = [texts[at] ?? "", randomBytes(8).toString("hex")];
    const added = canaryText(runner, path, text, name);
    return added === null ? [] : [{ path, name, mode, text, added }];
  });
  const stems = [...changed].map((path) => nameOf(path).replace(/\..*$/, "")).filter((stem) => stem !== "");
  const isConcerned = ({ text }: { text: string }): boolean => stems.some((stem) => text.includes(stem));
  const [concerned, others] = [found.filter(isConcerned), found.filter((each) => !isConcerned(each))];
  return Promise.all(
    [...concerned, ...others].slice(0, MOST_CANARIES).map(async ({ path, name, mode, text, added }, index) => {
      const id = await trees.write(Buffer.from(`${text}\n${added}`));
      return { path, name, blob: { mode, id }, isConcerned: index < concerned.length };
    }),
  );
}

/** Rust has tests among its sources. */
const isPlace = (path: string): boolean => roleOfFile(path) === "test" || path.endsWith(".rs");

/** As many failures as are read from a report. */
const MOST_CANARIES = 100;
