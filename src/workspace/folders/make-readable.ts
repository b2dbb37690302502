import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fsPath, pathOf } from "../../std/path-bytes.ts";
import { requireOwnFolder } from "./own-folder.ts";

/**
 * Gives the owner back the right to read everything in a tree that lies directly in a folder of ours. A worker who takes
 * it away would otherwise keep us from seeing what it left; nothing but the executable bit of a mode is ever committed.
 * What lies deeper than the system takes in one path is left as it is: whoever looks there says so.
 */
export function makeReadable(folder: string, tree: string): void {
  requireOwnFolder(folder);
  const waiting = [join(folder, tree)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (Buffer.byteLength(path) > LONGEST) continue;
    const stats = lstatSync(fsPath(path));
    const needed = stats.isDirectory() ? 0o700 : stats.isFile() ? 0o400 : 0;
    if ((stats.mode & needed) !== needed) chmodSync(fsPath(path), (stats.mode & 0o7777) | needed);
    if (!stats.isDirectory()) continue;
    for (const name of readdirSync(fsPath(path), { encoding: "buffer" })) waiting.push(`${path}/${pathOf(name)}`);
  }
}

/** With the longest name at its end still within what Linux takes. */
const LONGEST = 4095;
