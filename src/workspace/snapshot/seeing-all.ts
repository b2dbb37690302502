import type { GitOutput } from "../git/git-process.ts";
import { LONGEST_PATH, shortened, UnfitWork } from "./unfit-work.ts";

/**
 * What git printed. Git passes over folders that it may not read with a mere warning, and a worker can close a folder.
 * It may also say that the way to one of the paths in `gone` is a link that leads to itself.
 */
export function seeingAll({ stdout, stderr }: GitOutput, gone: readonly string[] = []): Buffer {
  const others = stderr.includes(LOOP)
    ? gone.reduce((text, path) => text.replace(`${Buffer.from(path, "latin1").toString("utf8")}${LOOP}`, ""), stderr)
    : stderr;
  const trouble = others.split("\n").find((line) => line !== "" && !HARMLESS.test(line));
  if (trouble === undefined) return stdout;
  const path = /'([^']+)/.exec(trouble)?.[1] ?? trouble;
  // Git cuts what it says, and with it the reason.
  const isTooLong = /File name too long/.test(trouble) || path.length > LONGEST_PATH;
  if (isTooLong) throw new UnfitWork(`a path that is too long: ${shortened(path)}`);
  throw new UnfitWork(`what cannot be read: ${shortened(trouble.replace(/^warning: /, ""))}`);
}

const LOOP = ": Too many levels of symbolic links\n";
/** A file that is not in the encoding that attributes name is compared as it is. */
const HARMLESS =
  /^(?:warning: (?:unable to access '[^']*\.gitattributes'|in the working copy)|hint: |error: (?:BOM is |failed to encode '))/;
