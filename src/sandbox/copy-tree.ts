import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  type Stats,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";

/**
 * Copies files, folders and links as they are, with modes and times. Sockets, fifos and devices are left out: they belong
 * to programs that run outside. (Node's own `cpSync` takes about a millisecond for each entry.)
 */
export function copyTree(from: string, to: string, isWanted: (stats: Stats) => boolean = () => true): void {
  const stats = lstatSync(from);
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (!isWanted(stats)) return;
  else if (stats.isDirectory()) {
    mkdirSync(to, { mode: 0o700 });
    for (const name of readdirSync(from)) copyTree(join(from, name), join(to, name), isWanted);
    chmodSync(to, stats.mode);
    utimesSync(to, stats.atime, stats.mtime);
  } else if (stats.isFile()) {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    utimesSync(to, stats.atime, stats.mtime);
  }
}
