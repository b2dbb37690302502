import { inGoMod, inRequirements } from "./line-sources.ts";
import { inPackageJson, inPackageLock, inPnpmLock, inYarnLock } from "./npm-sources.ts";
import { OWN, REGISTRY, type Sources } from "./source.ts";
import { inTomlLock, inTomlManifest } from "./toml-sources.ts";

/** Whether a file of this name says where dependencies come from, and we can read it. */
export const saysSources = (name: string): boolean => readerFor(name) !== undefined;

/** Null for what nobody can read: then no tool reads it either. */
export function sourcesIn(name: string, text: string): Sources | null {
  try {
    return readerFor(name)?.(text) ?? null;
  } catch {
    return null;
  }
}

const readerFor = (name: string): ((text: string) => Sources) | undefined =>
  READERS.find(([names]) => names.test(name))?.[1];

const READERS: readonly (readonly [RegExp, (text: string) => Sources])[] = [
  [/^package\.json$/, inPackageJson],
  [/^(?:package-lock|npm-shrinkwrap)\.json$/, inPackageLock],
  [/^yarn\.lock$/, inYarnLock],
  [/^pnpm-lock\.yaml$/, inPnpmLock],
  [/^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/, inRequirements],
  [/^(?:pyproject\.toml|Cargo\.toml|Pipfile)$/, inTomlManifest],
  [/^Cargo\.lock$/, (text) => inTomlLock(text, OWN)],
  [/^uv\.lock$/, (text) => inTomlLock(text, OWN)],
  [/^poetry\.lock$/, (text) => inTomlLock(text, REGISTRY)],
  [/^go\.(?:mod|work)$/, inGoMod],
];
