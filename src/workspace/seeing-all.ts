import { WorkspaceError } from "./errors.ts";
import type { GitOutput } from "./git-process.ts";

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
  const told = trouble.replace(/^warning: /, "");
  // A path may be as long as the system takes.
  const short = told.length > 300 ? `${told.slice(0, 150)} … ${told.slice(-150)}` : told;
  throw new WorkspaceError(
    "git-failed",
    `not everything in the work folder can be read: ${short}; repair or remove it`,
  );
}

const LOOP = ": Too many levels of symbolic links\n";
/** A file that is not in the encoding that attributes name is compared as it is. */
const HARMLESS =
  /^(?:warning: (?:unable to access '[^']*\.gitattributes'|in the working copy)|hint: |error: (?:BOM is |failed to encode '))/;
