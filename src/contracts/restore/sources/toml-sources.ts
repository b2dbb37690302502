import { collected, OWN, REGISTRY, type Sources } from "./source.ts";

/**
 * What `Cargo.toml`, `pyproject.toml` and `Pipfile` ask for. Read line by line: whatever these tables say about a
 * dependency stands on its own line in every file that a tool or a person writes.
 */
export function inTomlManifest(text: string): Sources {
  const found = collected();
  let table = "";
  for (const line of text.split("\n")) {
    const header = headerOf(line);
    if (header !== null) table = header;
    const [, key = "", value = ""] = /^\s*["']?([\w.@/-]+?)["']?\s*=\s*(.+)$/.exec(line) ?? [];
    const [, ofTable, single] = DEPENDENCIES.exec(table) ?? [];
    if (ofTable !== undefined && key !== "") {
      const isReplacing = /^(?:patch|replace)/.test(ofTable);
      const [name, place] =
        single === undefined ? [key.split(".")[0] ?? key, placeIn(`${key} = ${value}`)] : [single, placeIn(line)];
      if (isReplacing) found.replace(name, place);
      // A line of a table of its own says nothing unless it names a place.
      else if (single === undefined || place !== REGISTRY) found.add(name, place);
    }
    if (INDEXES.test(table) && /^url$/.test(key)) found.add(INDEX, quoted(value));
    if (PYTHON_LISTS.test(table)) addRequirements(found.add, line);
  }
  return found;
}

/** The name under which a file says where packages are looked for at all. */
export const INDEX = "the package index";

const DEPENDENCIES =
  /^(?:.*\.)?((?:[\w-]*dependencies|(?:dev-)?packages|tool\.uv\.sources|sources|patch\.[^.]+|replace))(?:\.([^.]+))?$/;
const INDEXES = /^(?:tool\.uv\.index|tool\.poetry\.source|source)$/;
const PYTHON_LISTS = /^(?:project|project\.optional-dependencies|dependency-groups|build-system)$/;

const headerOf = (line: string): string | null =>
  /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/.exec(line)?.[1]?.replaceAll(/["']/g, "") ?? null;

function placeIn(line: string): string {
  const [, key, place = ""] = /\b(git|path|url|file)\s*=\s*["']([^"']*)["']/.exec(line) ?? [];
  if (key !== undefined) return key === "path" || key === "file" ? `file:${place}` : place;
  return /\bworkspace\s*=\s*true/.test(line) ? OWN : REGISTRY;
}

const quoted = (value: string): string => /["']([^"']*)["']/.exec(value)?.[1] ?? value;

/** `"name>=1"`, `"name[extra] @ git+https://…"`. */
function addRequirements(add: (name: string, source: string) => void, line: string): void {
  for (const [, name = "", place] of line.matchAll(
    /["']([A-Za-z\d][\w.-]*)(?:\[[^\]]*\])?\s*(?:@\s*([^\s"';]+)|[<>=~!;][^"']*)?(?:\s[^"']*)?["']/g,
  ))
    add(name, place ?? REGISTRY);
}

/** `Cargo.lock`, `uv.lock` and `poetry.lock`. */
export function inTomlLock(text: string, unsaid: typeof OWN | typeof REGISTRY): Sources {
  const found = collected();
  for (const block of text.split(/^\[\[package\]\]\s*$/m).slice(1)) {
    const name = /^name = "([^"]+)"/m.exec(block)?.[1];
    if (name === undefined) continue;
    const ofCargo = /^source = "([^"]+)"/m.exec(block)?.[1];
    const [, kind, place = ""] = /^source = \{ (\w+) = "([^"]*)"/m.exec(block) ?? [];
    const ofPoetry = /^\[package\.source\][^[]*?^url = "([^"]+)"/ms.exec(block)?.[1];
    if (ofCargo !== undefined) found.add(name, ofCargo.startsWith("registry+") ? at(ofCargo.slice(9)) : ofCargo);
    else if (kind === undefined) found.add(name, ofPoetry ?? unsaid);
    else if (kind === "registry") found.add(name, at(place));
    else found.add(name, ["git", "url"].includes(kind) ? place : kind === "path" ? `file:${place}` : OWN);
  }
  return found;
}

const at = (url: string): string => `${REGISTRY} at ${url.replace(/^\w+:\/\//, "")}`;
