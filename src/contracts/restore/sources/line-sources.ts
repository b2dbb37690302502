import { collected, REGISTRY, type Sources } from "./source.ts";
import { INDEX } from "./toml-sources.ts";

/** `requirements.txt` and its relatives. */
export function inRequirements(text: string): Sources {
  const found = collected();
  for (const written of text.replaceAll(/\\\n/g, " ").split("\n")) {
    const line = written.replace(/(?:^|\s)#(?!egg=).*$/, "").trim();
    const index = /^(?:-i|-f|--(?:extra-)?index-url|--find-links)[\s=]+(\S+)/.exec(line)?.[1];
    if (index !== undefined) found.add(INDEX, index);
    const wanted = line.replace(/^(?:-e|--editable)[\s=]+/, "");
    const [, name, place] = /^([A-Za-z\d][\w.-]*)(?:\[[^\]]*\])?\s*(?:@\s*(\S+))?/.exec(wanted) ?? [];
    if (/^[\w+]+:\/\/|^git@/.test(wanted)) found.add(nameIn(wanted), wanted.split(/\s/)[0] ?? wanted);
    else if (/^\.{0,2}\//.test(wanted)) found.add(nameIn(wanted), `file:${wanted}`);
    else if (name !== undefined) found.add(name.toLowerCase(), place ?? REGISTRY);
  }
  return found;
}

const nameIn = (place: string): string =>
  (/#egg=([\w.-]+)/.exec(place)?.[1] ?? /([A-Za-z][\w.]*)[^/]*$/.exec(place.replace(/[#?\s].*$/, ""))?.[1] ?? place)
    .replace(/\.git$/, "")
    .toLowerCase();

/** `go.mod` and `go.work`: what is required, and what is taken in the place of it. */
export function inGoMod(text: string): Sources {
  const found = collected();
  let block = "";
  for (const written of text.split("\n")) {
    const line = written.replace(/\/\/.*$/, "").trim();
    const opened = /^(\w+)\s*\($/.exec(line)?.[1];
    if (opened !== undefined) block = opened;
    if (line === ")") block = "";
    const [, verb = block, rest = ""] = /^(?:(require|replace)\s+)?(.*)$/.exec(line) ?? [];
    const [from = "", to] = rest.split(/\s*=>\s*/);
    const name = from.split(/\s/)[0] ?? "";
    if (verb === "require" && /^[\w.-]+\//.test(name)) found.add(name, REGISTRY);
    if (verb !== "replace" || to === undefined) continue;
    const place = to.split(/\s/)[0] ?? to;
    // Another version of the same is no other source.
    if (place !== name) found.replace(name, /^\.{0,2}\//.test(place) ? `file:${place}` : place);
  }
  return found;
}
