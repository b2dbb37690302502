import { dirname, join, normalize } from "node:path";

/** What the table in ARCHITECTURE.md allows a room. */
export type Room = { name: string; mayImport: Set<string>; packages: Set<string> };
export type Module = { path: string; text: string };

/** Reads the table under `## Rooms`. */
export function roomsOf(architecture: string): Room[] {
  const rows = architecture.matchAll(/^\| `([\w-]+)` \|[^|]*\|([^|]*)\|([^|]*)\|$/gm);
  return [...rows].map(([, name = "", rooms = "", packages = ""]) => ({
    name,
    mayImport: new Set(words(rooms)),
    packages: new Set(words(packages)),
  }));
}

const words = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");

/** Every way in which these modules break the table, as sentences. */
export function violations(rooms: readonly Room[], modules: readonly Module[]): string[] {
  return [
    ...modules.flatMap((module) => wallsBroken(rooms, module)),
    ...mutualImports(modules),
    ...fences.flatMap(({ pattern, allowed, what }) =>
      modules
        .filter((module) => pattern.test(module.text) && !allowed.test(module.path))
        .map((module) => `${module.path} ${what}`),
    ),
  ];
}

/** What the table allows and nothing uses, as sentences: a wall that has a door for nobody. */
export function unusedGrants(rooms: readonly Room[], modules: readonly Module[]): string[] {
  return rooms.flatMap(({ name, mayImport, packages }) => {
    const used = new Set(
      modules
        .filter((module) => roomOf(module.path) === name)
        .flatMap(importsOf)
        .map(({ target, isOutside }) => (isOutside ? target : roomOf(target))),
    );
    return [...mayImport, ...packages]
      .filter((grant) => !used.has(grant))
      .map((grant) => `${name} never uses ${grant}`);
  });
}

const fences = [
  { pattern: /\bprocess\.env\b/, allowed: /^src\/config\//, what: "reads process.env" },
  {
    pattern: /["']node:child_process["']/,
    allowed:
      /^src\/(?:app\/plans\/machine\.ts$|workspace\/git\/git-process\.ts$|store\/embedded\/detached\.ts$|programs\/|builtin\/hands\/inside\/start-program\.ts$)/,
    what: "starts processes",
  },
  {
    // What a use case is told is its scene; whoever looks around for more cannot be called from anywhere else.
    pattern: /\bprocess\.cwd\(|\b(?:open|locate)Repository\("\."/,
    allowed: /^src\/(?!app\/|engine\/)/,
    what: "looks where the process stands",
  },
  {
    pattern: /\b(?:openStoreFor|openSandboxFor|openRepository)\(/,
    allowed: /^src\/(?:app\/opening\/|app\/machine\/doctor\.ts$)/,
    what: "opens what a scene has open",
  },
  {
    // Only a terminal can type it: what a person could do is a remedy (`std/refusal.ts`), worded by each surface.
    pattern: /^(?!\s*(?:\*|\/\*|\/\/)).*`planwright [a-z]/m,
    allowed: /^src\/(?!app\/|engine\/)/,
    what: "words a command line",
  },
  {
    pattern: /^import (?!type)[^;]*["']zod["']/m,
    allowed: /^src\/(?:plan\/model|record\/receipt)\.ts$/,
    what: "loads zod",
  },
  {
    pattern: /^import (?!type)[^;]*plan\/model\.ts["']/m,
    allowed: /\.testsuite\.ts$/,
    what: "loads the schemas of plan/model.ts",
  },
  { pattern: /dbos/i, allowed: /^src\/engine\//, what: "knows DBOS" },
];

function wallsBroken(rooms: readonly Room[], module: Module): string[] {
  const room = rooms.find((each) => each.name === roomOf(module.path));
  if (!room) return [`${module.path} is in a room the table does not have`];
  return importsOf(module).flatMap(({ target, isOutside }) => {
    if (isOutside) return room.packages.has(target) ? [] : [`${module.path} imports the package ${target}`];
    const other = roomOf(target);
    return other === room.name || room.mayImport.has(other) ? [] : [`${module.path} imports ${target}`];
  });
}

/** Folders, nested ones included, that need each other cannot be understood one after the other. */
function mutualImports(modules: readonly Module[]): string[] {
  const reaches = new Map<string, Set<string>>();
  for (const module of modules) {
    const from = dirname(module.path);
    for (const { target, isOutside } of importsOf(module)) {
      const to = dirname(target);
      if (!isOutside && to !== from) reaches.set(from, (reaches.get(from) ?? new Set()).add(to));
    }
  }
  return cycles(reaches).map((cycle) => `folders import each other: ${cycle.join(" → ")}`);
}

function cycles(reaches: ReadonlyMap<string, Set<string>>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (folder: string, path: string[]): void => {
    const at = path.indexOf(folder);
    if (at >= 0) found.push([...path.slice(at), folder]);
    if (at >= 0 || done.has(folder)) return;
    for (const next of reaches.get(folder) ?? []) visit(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of reaches.keys()) visit(folder, []);
  return found;
}

type Import = { target: string; isOutside: boolean };

function importsOf({ path, text }: Module): Import[] {
  const specifiers = [...text.matchAll(/(?:\bfrom\s+|^import\s+|\bimport\(\s*)["']([^"'\n]+)["']/gm)].map(
    (match) => match[1] ?? "",
  );
  return specifiers.flatMap((specifier): Import[] => {
    if (specifier.startsWith("node:")) return [];
    if (specifier.startsWith(".")) return [{ target: normalize(join(dirname(path), specifier)), isOutside: false }];
    return [
      {
        target: specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/"),
        isOutside: true,
      },
    ];
  });
}

const roomOf = (path: string): string => path.split("/")[1] ?? "";
