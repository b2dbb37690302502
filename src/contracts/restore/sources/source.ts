/** Where dependencies come from, by their names: a registry, this repository, or a place as the file spells it. */
export type Sources = {
  readonly of: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names whose place stands in for the usual one, wherever they are asked for. */
  readonly replaced: ReadonlySet<string>;
};

export const REGISTRY = "the registry";
/** Workspaces, and whatever else lies in the repository without being a copy of something. */
export const OWN = "this repository";

export const isRegistry = (source: string): boolean => source.startsWith(REGISTRY);
export const isLocal = (source: string): boolean => source === OWN || /^(?:file:|\.{0,2}\/)/.test(source);

export type Collected = Sources & {
  add(name: string, source: string): void;
  replace(name: string, source: string): void;
};

export function collected(): Collected {
  const of = new Map<string, Set<string>>();
  const replaced = new Set<string>();
  const add = (name: string, source: string): void => {
    of.set(name, (of.get(name) ?? new Set()).add(source));
  };
  return {
    ...{ of, replaced, add },
    replace(name, source) {
      replaced.add(name);
      add(name, source);
    },
  };
}

/** The same for the same place: without the version, the revision and how one gets there. */
export const placeOf = (source: string): string =>
  source
    .replace(/[#?].*$/, "")
    .replace(/^(?:git\+)?(?:https?|ssh|git|file):(?:\/\/)?(?:[^/@]*@)?/, "")
    .replace(/^git@([^:]+):/, "$1/")
    .replace(/^(github|gitlab|bitbucket):/, "$1.com/")
    .replace(/\.git$/, "")
    .replaceAll(/\d+(?:\.\d+)+(?:[-+][\w.]*?(?=\.t|\.whl|\/|$))?/g, "N")
    .replace(/^\.\//, "");
