import { covers, normalPath } from "./files.ts";
import { foldersAbove } from "./folders-above.ts";
import { executionOrder } from "./graph.ts";
import type { Plan, Step } from "./model.ts";
import { producedBy } from "./produces.ts";
import { type Place, placesOf, separation } from "./tracks.ts";

/**
 * Who brings a file into being, and whether that is soon enough. A step produces the paths it names, and everything
 * in the folders and patterns among its Files to Add. Steps are named by their position in the plan.
 */
export type Producers = {
  /** The first step, in the order of execution, that names the path, or else one that adds a folder around it. */
  first(path: string): number | undefined;
  /** Whether the step itself, or one whose work is in the tree it starts from, produces the path. */
  isInTime(path: string, step: number): boolean;
};

export function producersIn(plan: Plan): Producers {
  const places = placesOf(plan);
  const order = executionOrder(plan);
  const position = new Map(order.map((step, at) => [step, at]));
  const precedes = (producer: number, step: number): boolean =>
    (position.get(producer) ?? 0) <= (position.get(step) ?? 0) && separation(places, step, producer) === null;
  const laneKey = (path: string, place: Place | undefined): string => `${place?.stage} ${place?.lane}\n${path}`;
  const sites = order.flatMap((index) => plan.steps.slice(index, index + 1).map((step): Site => ({ index, step })));
  const firstBy = (pathsIn: (step: Step) => string[]): Map<string, number> =>
    firsts(sites, ({ index, step }) => pathsIn(step).flatMap((path) => [path, laneKey(path, places[index])]));
  /** If anyone precedes a step, then the first of all does, the first before the tracks or the first of its lane. */
  const keysFor = (path: string, step: number): string[] => [
    path,
    laneKey(path, { stage: 0, lane: "" }),
    laneKey(path, places[step]),
  ];
  const named = firstBy(bringsIntoBeing);
  const folders = firstBy(addedFolders);
  const matching = patternMatcher(sites);

  return {
    first(path) {
      const name = normalPath(path);
      const around = foldersAbove(name).flatMap((folder) => folders.get(folder) ?? []);
      return named.get(name) ?? around[0] ?? matching(name)[0];
    },
    isInTime(path, step) {
      const name = normalPath(path);
      const isSoon = (producer: number): boolean => precedes(producer, step);
      const within = foldersAbove(name).flatMap((folder) => keysFor(folder, step));
      return (
        keysFor(name, step)
          .flatMap((key) => named.get(key) ?? [])
          .some(isSoon) ||
        within.flatMap((key) => folders.get(key) ?? []).some(isSoon) ||
        matching(name).some(isSoon)
      );
    },
  };
}

type Site = { index: number; step: Step };

/** For each key the first step that has it. */
function firsts(sites: readonly Site[], keysOf: (site: Site) => string[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const site of sites) for (const key of keysOf(site)) if (!first.has(key)) first.set(key, site.index);
  return first;
}

/** What a step is given it does not make, even if it names it: what it subscribes to, deletes or must not touch. */
function bringsIntoBeing(step: Step): string[] {
  const { subscriptions, files } = step;
  const given = [...subscriptions.map(({ name }) => name), ...pathsOf(files.delete), ...pathsOf(files.mustNotTouch)];
  const notMade = new Set(given.map(normalPath));
  for (const path of pathsOf(files.add)) notMade.delete(normalPath(path));
  return producedBy(step).filter((path) => !notMade.has(path));
}

const pathsOf = (entries: readonly { path: string }[]): string[] => entries.map(({ path }) => path);

const addedFolders = ({ files }: Step): string[] =>
  pathsOf(files.add)
    .filter((path) => path.endsWith("/"))
    .map(normalPath);

/** Patterns can only be tried one by one, letter by letter; a plan that needs more is not written by a person. */
const MOST_LETTERS = 30_000_000;

/** The steps that add a pattern which covers a path. */
function patternMatcher(sites: readonly Site[]): (path: string) => number[] {
  const patterns = sites.flatMap(({ index, step }) =>
    pathsOf(step.files.add).flatMap((entry) => (/[*?]/.test(entry) ? [{ entry, index }] : [])),
  );
  const length = patterns.reduce((sum, { entry }) => sum + entry.length, 0);
  let letters = 0;
  return (path) => {
    if (letters + length * path.length > MOST_LETTERS) return [];
    letters += length * path.length;
    return patterns.filter(({ entry }) => covers(entry, path)).map(({ index }) => index);
  };
}
