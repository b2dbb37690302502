import { type Collected, collected, OWN, REGISTRY, type Sources } from "./source.ts";

/** What a `package.json` asks for. Throws for text that is no JSON. */
export function inPackageJson(text: string): Sources {
  const found = collected();
  const manifest = record(JSON.parse(text.replace(/^\ufeff/, "")));
  for (const key of ASKED_FOR)
    for (const [name, spec] of Object.entries(record(manifest[key]))) found.add(name, ofSpec(name, spec));
  for (const overrides of [manifest.overrides, manifest.resolutions, record(manifest.pnpm).overrides])
    addOverrides(found, record(overrides));
  return found;
}

const ASKED_FOR = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

function addOverrides(found: Collected, overrides: Json): void {
  for (const [key, spec] of Object.entries(overrides)) {
    if (typeof spec !== "string") addOverrides(found, record(spec));
    // `parent>name`, `**/name` and `name@1` all speak of `name`.
    const name = /((?:@[^/>]+\/)?[^/>@]+)(?:@[^>]*)?$/.exec(key)?.[1] ?? key;
    if (typeof spec === "string" && ofSpec(name, spec) !== REGISTRY) found.replace(name, ofSpec(name, spec));
  }
}

function ofSpec(name: string, spec: unknown): string {
  if (typeof spec !== "string") return REGISTRY;
  if (spec.startsWith("workspace:")) return OWN;
  if (spec.startsWith("npm:")) {
    const other = spec.slice(4).replace(/(.)@.*$/, "$1");
    return other === name || /^[\d^~*><=]/.test(other) ? REGISTRY : `npm:${other}`;
  }
  if (/^(?:file|link|portal):/.test(spec)) return spec.replace(/^(?:link|portal):/, "file:");
  if (/^(?:\.{1,2}|~)?\//.test(spec)) return `file:${spec}`;
  const isElsewhere = /:\/\/|^git@|^(?:github|gitlab|bitbucket|gist|patch):|^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(spec);
  return !isElsewhere ? REGISTRY : /^[\w.-]+\//.test(spec) ? `github:${spec}` : spec;
}

/** Also the older form, in which a dependency holds its own. Throws for text that is no JSON. */
export function inPackageLock(text: string): Sources {
  const found = collected();
  const lock = record(JSON.parse(text));
  for (const [path, entry] of Object.entries(record(lock.packages))) {
    const name = /.*(?:^|\/)node_modules\/(.+)$/.exec(path)?.[1];
    if (name !== undefined) found.add(name, ofLocked(record(entry)));
  }
  if (lock.packages === undefined) addLocked(found, record(lock.dependencies));
  return found;
}

function addLocked(found: Collected, dependencies: Json): void {
  for (const [name, value] of Object.entries(dependencies)) {
    const entry = record(value);
    found.add(name, ofLocked(entry));
    addLocked(found, record(entry.dependencies));
  }
}

function ofLocked({ resolved, link, version }: Json): string {
  if (link === true) return OWN;
  if (typeof resolved === "string") return ofUrl(resolved);
  return typeof version === "string" && /^[\w+]+:/.test(version) ? ofUrl(version) : REGISTRY;
}

/** A registry serves `name/-/name-1.0.0.tgz`, on whatever host. */
function ofUrl(url: string): string {
  const host = /^https?:\/\/([^/]+)\/(?:[^?#]*\/)?-\/[^/?#]+\.tgz(?:[?#].*)?$/.exec(url)?.[1];
  return host === undefined ? url : `${REGISTRY} at ${host}`;
}

/** Both forms: `resolved "URL"` of the first version, `resolution: "name@npm:1.0.0"` of later ones. */
export function inYarnLock(text: string): Sources {
  const found = collected();
  let name = "";
  for (const line of text.split("\n")) {
    const header = /^"?((?:@[^/@]+\/)?[^@\s"#]+)@.*:\s*$/.exec(line)?.[1];
    if (header !== undefined) name = header;
    const resolved = /^ {2}resolved "([^"]+)"/.exec(line)?.[1];
    if (resolved !== undefined) found.add(name, ofUrl(resolved));
    const [, as, from = ""] = /^ {2}resolution: "?((?:@[^/@]+\/)?[^@\s"]+)@([^"]+)/.exec(line) ?? [];
    if (as !== undefined) found.add(name, /^\d|^npm:/.test(from) ? aliased(name, as) : ofSpec(as, from));
  }
  return found;
}

const aliased = (name: string, as: string): string => (name === as ? REGISTRY : `npm:${as}`);

export function inPnpmLock(text: string): Sources {
  const found = collected();
  let name = "";
  for (const line of text.split("\n")) {
    const header = /^ {2}['"]?\/?((?:@[^/@]+\/)?[^/@'"\s:]+)[@/].*:\s*$/.exec(line)?.[1];
    if (header !== undefined) name = header;
    const resolution = /^ {4}resolution: (.*)/.exec(line)?.[1];
    if (resolution === undefined || name === "") continue;
    const place = /(?:tarball|repo|directory): ['"]?([^'",}\s]+)/.exec(resolution)?.[1];
    found.add(
      name,
      place === undefined ? REGISTRY : resolution.includes("directory:") ? `file:${place}` : ofUrl(place),
    );
  }
  return found;
}

type Json = Record<string, unknown>;

const record = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
