import type { ProtectedArea } from "../plan/model.ts";
import { sameJson } from "../std/same-json.ts";
import type { Finding } from "./change.ts";
import { coverage, hasWildcard, partCoverage } from "./coverage.ts";
import { inBackticks, named } from "./spoken.ts";

type Areas = readonly ProtectedArea[];

/** What happened to the paths nobody may touch. A path counts as protected whichever area names it. */
export function protectedAreaFindings(before: Areas, after: Areas): Finding[] {
  if (sameJson(before, after)) return [];
  const mayCover = partCoverage(after.flatMap(({ paths }) => paths));
  const findings = [
    ...lostPaths(before, after).map(({ area, path }): Finding => {
      // Others may cover a pattern together, for all one can tell.
      const lost = hasWildcard(path) && mayCover(path) ? "is no longer certain to cover" : "no longer covers";
      return {
        effect: "loosens",
        area: "protected-area",
        told: `${areaName(area)} ${lost} ${inBackticks([path])}`,
        before: path,
      };
    }),
    ...lostPaths(after, before).map(({ area, path }): Finding => {
      return {
        effect: "tightens",
        area: "protected-area",
        told: `${areaName(area)} now covers ${inBackticks([path])}`,
        after: path,
      };
    }),
    ...areasWithoutPaths(before, after),
    ...renamedAreas(before, after),
  ];
  if (findings.length > 0) return findings;
  return [
    { effect: "wording", area: "protected-area", told: "protected areas are written differently", before, after },
  ];
}

const areaName = (name: string): string => `protected area ${named(name)}`;

function lostPaths(before: Areas, after: Areas): { area: string; path: string }[] {
  const isCovered = coverage(after.flatMap(({ paths }) => paths));
  return before.flatMap(({ name, paths }) =>
    [...new Set(paths)].filter((path) => !isCovered(path)).map((path) => ({ area: name, path })),
  );
}

/** Nothing but a person can hold such an area, so what becomes of it cannot be told from paths. */
function areasWithoutPaths(before: Areas, after: Areas): Finding[] {
  const [then, now] = [bareNames(before), bareNames(after)];
  return [
    ...[...then.keys()]
      .filter((name) => !now.has(name))
      .map((name) => {
        return bareFinding(
          `${areaName(name)}, which named no paths, is ${namesIn(after).has(name) ? "changed" : "gone"}`,
          { before: name },
        );
      }),
    ...[...now.keys()]
      .filter((name) => !then.has(name))
      .map((name) => bareFinding(`${areaName(name)} names no paths`, { after: name })),
  ];
}

const bareFinding = (told: string, names: { before?: string; after?: string }): Finding => ({
  effect: "changes",
  area: "protected-area",
  told,
  ...names,
});

const bareNames = (areas: Areas): Set<string> =>
  new Set(areas.filter(({ paths }) => paths.length === 0).map(({ name }) => name));

const namesIn = (areas: Areas): Set<string> => new Set(areas.map(({ name }) => name));

/** An area that lost its name to another one with the same paths. */
function renamedAreas(before: Areas, after: Areas): Finding[] {
  const [then, now] = [namesIn(before), namesIn(after)];
  const newNames = new Map(after.filter(isNew(then)).map((area) => [pathsKey(area), area.name]));
  return before.filter(isNew(now)).flatMap((area): Finding[] => {
    const name = newNames.get(pathsKey(area));
    if (name === undefined) return [];
    const told = `${areaName(area.name)} is now called ${named(name)}`;
    return [{ effect: "wording", area: "protected-area", told, before: area.name, after: name }];
  });
}

const isNew =
  (names: ReadonlySet<string>) =>
  ({ name, paths }: ProtectedArea): boolean =>
    paths.length > 0 && !names.has(name);

const pathsKey = ({ paths }: ProtectedArea): string => JSON.stringify(paths.toSorted());
