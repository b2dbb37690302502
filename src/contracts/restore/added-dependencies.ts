import { sameJson } from "../../std/same-json.ts";
import { nameOf } from "./tree-view.ts";

/**
 * Whether a manifest or a lockfile only asks for more: everything it held is there, and what is new is a package of a
 * registry, under a name that no runner loads by itself. Then the tests and what runs them stay what they were.
 */
export function onlyAddsDependencies(path: string, before: string, after: string): boolean {
  const name = nameOf(path);
  if (name === "package-lock.json" || name === "npm-shrinkwrap.json") return addsToNpmLock(before, after);
  const kind = LINES.find(({ names }) => names.test(name));
  if (kind === undefined) return false;
  const added = addedLines(before, after);
  if (added === null) return false;
  return added.every((line) => kind.isAddition(line)) && kind.isWhole(added, before);
}

type Line = { section: string; text: string };

const LINES: readonly {
  names: RegExp;
  isAddition(line: Line): boolean;
  isWhole(added: readonly Line[], before: string): boolean;
}[] = [
  {
    names: /^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/,
    isAddition: ({ text }) =>
      /^#|^[a-z][\w.-]*(?:\[[\w,-]+\])?(?:[=<>~!]{1,3}[\w.*]+,?)*(?: +#.*)?$/i.test(text) &&
      !/^(?:pytest|nose)/i.test(text),
    isWhole: () => true,
  },
  {
    names: /^Cargo\.toml$/,
    isAddition: ({ section, text }) =>
      /^\[(?:dev-)?dependencies\]$/.test(section) &&
      (text === section ||
        /^[\w-]+ = (?:"[^"]+"|\{ ?version = "[^"]+"(?:, (?:features = \[[^\]]*\]|default-features = false))* ?\})$/.test(
          text,
        )),
    isWhole: () => true,
  },
  {
    names: /^Cargo\.lock$/,
    isAddition: ({ text }) =>
      /^(?:\[\[package\]\]|(?:name|version|checksum) = "[^"]*"|source = "registry\+[^"]*"|dependencies = \[|"[^"]*",|\])$/.test(
        text,
      ),
    isWhole: (added) => count(added, /^\[\[package\]\]$/) === count(added, /^source = /),
  },
  {
    names: /^go\.mod$/,
    isAddition: ({ section, text }) =>
      /^(?:require \()?$/.test(section) &&
      /^(?:require \(|\)|(?:require )?[\w.-]+\.[\w./-]+ v\d\S*(?: \/\/ indirect)?)$/.test(text),
    // The higher of two versions of a module is taken.
    isWhole: (added, before) => !added.some(({ text }) => before.includes(`${/(\S+) v\d/.exec(text)?.[1]} v`)),
  },
  { names: /^go\.sum$/, isAddition: ({ text }) => /^\S+ v\S+ h1:\S+$/.test(text), isWhole: () => true },
];

const count = (lines: readonly Line[], pattern: RegExp): number =>
  lines.filter(({ text }) => pattern.test(text)).length;

/** The lines that are new; null where one that was there is gone, or stands below another heading. */
function addedLines(before: string, after: string): Line[] | null {
  const old = linesOf(before);
  const added: Line[] = [];
  let next = 0;
  for (const line of linesOf(after)) {
    const expected = old[next];
    if (expected?.text === line.text && expected.section === line.section) next += 1;
    else added.push(line);
  }
  return next === old.length ? added : null;
}

function linesOf(text: string): Line[] {
  let section = "";
  return text.split("\n").flatMap((each) => {
    const line = each.trim();
    if (/^\[[^\]]+\]$|^\w+ \($/.test(line)) section = line;
    const found = line === "" ? [] : [{ section, text: line }];
    if (line === ")") section = "";
    return found;
  });
}

type Json = Record<string, unknown>;

/** New packages lie beside the others or below one another: one below a package of the base would change what that loads. */
function addsToNpmLock(before: string, after: string): boolean {
  const [old, now] = [packagesIn(before), packagesIn(after)];
  if (old === null || now === null) return false;
  const { "": _root, ...installed } = old.packages;
  const { "": _own, ...wanted } = now.packages;
  const isKept = Object.entries(installed).every(([path, entry]) => sameJson(entry, wanted[path]));
  const programs = new Set(Object.values(installed).flatMap(programsOf));
  const fresh = Object.entries(wanted).filter(([path]) => !Object.hasOwn(installed, path));
  const isPlain = ([path, entry]: [string, unknown]): boolean => {
    const above = path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/")));
    return (
      path.startsWith("node_modules/") &&
      !Object.hasOwn(installed, above) &&
      isFromRegistry(entry) &&
      !programsOf(entry).some((program) => programs.has(program))
    );
  };
  return isKept && sameJson(old.rest, now.rest) && fresh.every(isPlain);
}

function packagesIn(text: string): { packages: Json; rest: Json } | null {
  try {
    const { packages, dependencies: _old, ...rest } = JSON.parse(text) as Json;
    return isRecord(packages) ? { packages, rest } : null;
  } catch {
    return null;
  }
}

function isFromRegistry(entry: unknown): boolean {
  if (!isRecord(entry) || entry.link === true || typeof entry.version !== "string") return false;
  const { resolved, integrity } = entry;
  return (
    typeof integrity === "string" &&
    (resolved === undefined || /^https:\/\/[^/]+\/.+\/-\/.+\.tgz$/.test(String(resolved)))
  );
}

const programsOf = (entry: unknown): string[] => (isRecord(entry) && isRecord(entry.bin) ? Object.keys(entry.bin) : []);

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
