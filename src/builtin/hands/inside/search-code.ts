import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cutLine } from "./cut-output.ts";
import { isBinary, withFile } from "./file-bytes.ts";
import { askGit } from "./git.ts";
import { type GitWorld, inTree } from "./git-tools.ts";
import { globPattern } from "./glob-pattern.ts";
import { lineMatcher } from "./match-lines.ts";
import { done, type Outcome } from "./messages.ts";
import type { Place } from "./place.ts";
import { readableText } from "./readable-text.ts";
import { Trouble } from "./trouble.ts";

export type Search = { pattern: string; glob: string | undefined; most: number | undefined };

/** Lines that match, below the name of their file, with their numbers. */
export async function searchCode(
  world: GitWorld,
  place: Place,
  { pattern, glob, most = 50 }: Search,
): Promise<Outcome> {
  const matches = lineMatcher(patternOf(pattern), MILLISECONDS);
  const files = await filesIn(world.tree, place);
  const wanted =
    glob === undefined ? files : lineMatcher(globPattern(glob), MILLISECONDS)(files).map((at) => files[at]);
  const shown: string[] = [];
  let found = 0;
  for (const file of wanted) {
    if (file === undefined) continue;
    const { root } = place;
    const lines = linesOf({ name: file, root, within: file.split("/"), path: join(root, file) });
    const hits = matches(lines).slice(0, most + 1 - found);
    const told = hits.slice(0, most - found).map((at) => `${at + 1}: ${cutLine(lines[at]?.trim() ?? "", 240)}`);
    if (told.length > 0) shown.push(file, ...told);
    found += hits.length;
    if (found > most) break;
  }
  if (found === 0) return done(`no line matches, in ${wanted.length} files`);
  const output = world.outputs.begin();
  output.add(Buffer.from(shown.join("\n")));
  return done(found > most ? `${output.text()}\n… only the first ${most}` : output.text());
}

const MILLISECONDS = 10_000;
const LARGEST = 8 * 1024 * 1024;

function patternOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch (error) {
    throw new Trouble("failed", error instanceof Error ? error.message : String(error));
  }
}

/**
 * Those that git knows and new ones, as paths in the tree. One that git ignores, or that
 * lies elsewhere, is searched when it is named itself.
 */
async function filesIn(tree: string, place: Place): Promise<string[]> {
  const path = inTree(place);
  if (place.root !== tree) return [path];
  const listed = await askGit(tree, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", path);
  if (!listed.ok) throw new Trouble("failed", `git says: ${listed.stderr.slice(0, 300)}`);
  const files = [...new Set(listed.stdout.toString("utf8").split("\0"))].filter(Boolean).sort();
  return files.length === 0 && path !== "." ? [path] : files;
}

/** None of what cannot be read as text: links, folders of submodules, binary and very large files. */
function linesOf(place: Place): string[] {
  try {
    const bytes = withFile(place, (handle, size) => (size > LARGEST ? Buffer.alloc(0) : readFileSync(handle)));
    return isBinary(bytes) ? [] : readableText(bytes).split("\n");
  } catch {
    return [];
  }
}
