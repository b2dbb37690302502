import { lstatSync } from "node:fs";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { nulPaths, pathsIn, placeIn } from "../git/nul-paths.ts";
import type { TreeEdit } from "../objects/edit-tree.ts";
import type { TreeItem } from "../objects/tree-objects.ts";

/** A folder, and an index with the attributes of the base, as git sees them. */
export type AddingFrom = { workTree: string; index: string };

/** The paths for which attributes name an encoding: those of the base, or only those in the folder. */
export async function encodedPaths(
  git: HarnessGit,
  from: AddingFrom,
  paths: readonly string[],
): Promise<{ byBase: string[]; byFolder: string[] }> {
  const encoded = async (...where: string[]): Promise<string[]> => {
    const ask = ["check-attr", ...where, "-z", "--stdin", "working-tree-encoding"];
    const fields = pathsIn((await git.run(ask, { ...from, input: nulPaths(paths) })).stdout);
    return paths.filter((_, at) => fields[3 * at + 2] !== "unspecified");
  };
  const [now, base] = [await encoded(), new Set(await encoded("--cached"))];
  return { byBase: now.filter((path) => base.has(path)), byFolder: now.filter((path) => !base.has(path)) };
}

/** Whether git failed over a file that is not in the encoding that attributes name, or over an encoding that is none. */
export const isOfEncoding = (error: unknown): boolean => error instanceof WorkspaceError && REFUSED.test(error.message);

const REFUSED =
  /^git \S+ failed: (?:BOM is |failed to encode '|encoding '|true\/false are no valid working-tree-encodings)/;

/** Adds files byte for byte, whatever attributes say. `modes` are those that the base has. */
export async function addedAsTheyAre(
  git: HarnessGit,
  from: AddingFrom,
  modes: ReadonlyMap<string, Pick<TreeItem, "mode">>,
  paths: readonly string[],
): Promise<TreeEdit[]> {
  if (paths.length === 0) return [];
  const store = ["hash-object", "-w", "--no-filters", "--stdin-paths"];
  const stored = await git.run(store, { ...from, input: Buffer.from(paths.map(quotedLine).join("")) });
  const ids = stored.stdout.toString("latin1").split("\n");
  const asked = await git.run(["config", "--type=bool", "--default=true", "core.filemode"]);
  const hasModes = asked.stdout.toString("latin1").trim() === "true";
  return paths.map((path, at) => {
    // On a disk without modes a file keeps the one it had.
    const isProgram = hasModes
      ? (lstatSync(placeIn(from.workTree, path)).mode & 0o100) !== 0
      : modes.get(path)?.mode === "100755";
    return { path, to: { mode: isProgram ? "100755" : "100644", id: ids[at] ?? "" } };
  });
}

/** As git itself writes names with line breaks in them, and reads them back. */
const quotedLine = (path: string): string =>
  `"${path.replace(/[^\w./-]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, "0")}`)}"\n`;
