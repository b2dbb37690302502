import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { visibleText } from "../../../std/visible-text.ts";
import { askGit } from "./git.ts";
import { type GitWorld, inTree } from "./git-tools.ts";
import { inItsFolder } from "./held-folder.ts";
import { done, type Outcome } from "./messages.ts";
import type { Place } from "./place.ts";
import { about, Trouble } from "./trouble.ts";

/** What lies in a folder, one path to a line. Folders end with `/`; those that git ignores are not entered. */
export async function listDirectory({ tree, outputs }: GitWorld, place: Place, depth = 1): Promise<Outcome> {
  const ignored = depth > 1 && place.root === tree ? await ignoredFolders(tree, place) : new Set<string>();
  const lines: string[] = [];
  const list = (at: string, above: string, left: number): void => {
    for (const entry of readdirSync(at, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (lines.length >= MOST) return;
      const path = `${above}${entry.name}`;
      if (entry.isDirectory()) {
        const isClosed = entry.name === ".git" || ignored.has(`${path}/`);
        lines.push(`${visibleText(path)}/${isClosed && depth > 1 ? " (not entered)" : ""}`);
        if (left > 1 && !isClosed) listBelow(join(at, entry.name), `${path}/`, left - 1);
      } else {
        const link = entry.isSymbolicLink() ? ` -> ${readlinkSync(join(at, entry.name))}` : "";
        lines.push(visibleText(`${path}${link}`));
      }
    }
  };
  const listBelow = (at: string, path: string, left: number): void => {
    try {
      list(at, path, left);
    } catch {
      lines.push(`${visibleText(path)} (cannot be read)`);
    }
  };
  about(place.name, () =>
    inItsFolder(place, { make: false }, (at) => {
      if (!lstatSync(at).isDirectory()) throw new Trouble("failed", `${place.name} is no folder: use read_file`);
      list(at, "", depth);
    }),
  );
  if (lines.length === 0) return done(`${place.name} is empty`);
  if (lines.length >= MOST) lines.push(`… only the first ${MOST} entries`);
  const output = outputs.begin();
  output.add(Buffer.from(lines.join("\n")));
  return done(output.text());
}

const MOST = 5000;

/** As paths from the place on, each with its `/`. None where git does not know. */
async function ignoredFolders(tree: string, place: Place): Promise<Set<string>> {
  const path = inTree(place);
  const ignored = ["--others", "--ignored", "--exclude-standard", "--directory"];
  const { ok, stdout } = await askGit(tree, "ls-files", "-z", ...ignored, "--", path);
  const prefix = path === "." ? "" : `${path}/`;
  const paths = ok ? stdout.toString("utf8").split("\0") : [];
  return new Set(paths.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length)));
}
