import { normalPath } from "../../plan/files.ts";
import type { FileChange, Trees } from "../../ports/git.ts";
import { resolvePath } from "../../shell/paths.ts";
import type { Announcements } from "./announced.ts";
import { manifestsOf } from "./manifest-of-lockfile.ts";
import type { Named } from "./named-in-step.ts";
import { isLocal, isRegistry, placeOf, REGISTRY, type Sources } from "./sources/source.ts";
import { saysSources, sourcesIn } from "./sources/sources-in.ts";
import { folderOf, foldersOf, nameOf, textsOf } from "./tree-view.ts";

/**
 * Dependencies that come from elsewhere than on the base, in words, one for each; and copies of them in the repository that
 * were changed. Their version is the step's own matter, and so is a new one from a registry.
 */
export async function otherSources(
  trees: Trees,
  changes: readonly FileChange[],
  { named, announced }: { named: Named; announced: Announcements },
): Promise<string[]> {
  const files = changes.filter(({ path, after }) => after !== null && saysSources(nameOf(path)) && !isCopied(path));
  const texts = await textsOf(
    trees,
    files.flatMap(({ before, after }) => [before, after]),
  );
  const found = new Map<string, string>();
  const copies = new Set<string>();
  // What a manifest asks for says it better than what a lockfile made of it.
  const order = files.map(({ path }, at) => ({ path, at })).sort((a, b) => rank(a.path) - rank(b.path));
  for (const { path, at } of order) {
    const [before, after] = [texts[2 * at] ?? null, texts[2 * at + 1] ?? null];
    const old = before === null ? NOTHING : sourcesIn(nameOf(path), before);
    const young = after === null ? null : sourcesIn(nameOf(path), after);
    if (old === null || young === null) continue;
    for (const place of [...young.of.values()].flatMap((places) => [...places])) {
      if (place.startsWith("file:")) copies.add(resolvePath(folderOf(path), normalPath(place.slice(5))));
    }
    for (const [name, told] of moved(old, young)) {
      const isNamed = [name, told.to, tailOf(told.to)].some(named.word) || isTargetListed(told.to, path, named);
      if (!isNamed && !found.has(name)) found.set(name, `${told.words} (${path})`);
    }
  }
  const patched = changes.filter(
    ({ path, before, after }) =>
      before !== null &&
      after !== null &&
      (isCopied(path) || copies.has(path)) &&
      !announced.writes(path) &&
      !named.lists(path) &&
      ![path, nameOf(path), ...foldersOf(path).map(nameOf)].some(named.word),
  );
  return [...found.values(), ...patched.map(({ path }) => `the copy of a dependency in ${path} was changed`)];
}

const NOTHING: Sources = { of: new Map(), replaced: new Set() };

const rank = (path: string): number => (manifestsOf(nameOf(path)).length > 0 ? 1 : 0);

type Moved = { to: string; words: string };

function* moved(old: Sources, young: Sources): Generator<[string, Moved]> {
  for (const [name, places] of young.of) {
    const before = old.of.get(name) ?? (young.replaced.has(name) ? new Set([REGISTRY]) : undefined);
    for (const to of places) {
      if (before === undefined) {
        if (isRegistry(to) || isLocal(to)) continue;
        yield [name, { to, words: `${name} is new and comes from ${to}` }];
      } else if (![...before].some((from) => isSame(from, to))) {
        yield [name, { to, words: `${name} comes from ${to} instead of ${[...before].join(" or ")}` }];
      }
    }
  }
}

/** A registry that is not said to be another one is the same. */
const isSame = (from: string, to: string): boolean =>
  isRegistry(from) && isRegistry(to)
    ? from === to || from === REGISTRY || to === REGISTRY
    : placeOf(from) === placeOf(to);

/** `acme/parser` of `git+https://example.com/acme/parser.git#main`. */
const tailOf = (source: string): string => placeOf(source).split("/").slice(-2).join("/");

function isTargetListed(source: string, path: string, named: Named): boolean {
  if (!source.startsWith("file:")) return false;
  const target = resolvePath(folderOf(path), normalPath(source.slice(5)));
  return named.lists(target) || named.lists(`${target}/package.json`);
}

/** Folders in which projects keep copies of what others have written. */
const isCopied = (path: string): boolean => /(?:^|\/)(?:_?vendor(?:ed)?|third[-_]?party|bower_components)\//.test(path);
