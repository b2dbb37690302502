import { hash } from "node:crypto";
import { lstatSync, readlinkSync } from "node:fs";
import { fsPath } from "../../std/path-bytes.ts";
import { hashFile } from "./hash-file.ts";
import { walkFolder } from "./walk-folder.ts";

/**
 * What a folder holds, byte for byte: one line for each path, `KIND MODE HASH PATH`, with the executable bits of a file and
 * the SHA-256 of its bytes or of a link's target. `.git` at its top is left out; fifos, sockets and devices are not opened.
 */
export function fingerprint(folder: string): string[] {
  const lines: string[] = [];
  walkFolder(
    folder,
    (path, kind) => {
      const place = `${folder}/${path}`;
      if (path === ".git") return;
      if (kind === "file") lines.push(`file ${lstatSync(fsPath(place)).mode & EXECUTABLE} ${hashFile(place)} ${path}`);
      else
        lines.push(`${kind} 0 ${kind === "link" ? hash("sha256", readlinkSync(fsPath(place), "buffer")) : ""} ${path}`);
    },
    (path) => path !== ".git",
  );
  return lines.toSorted();
}

const EXECUTABLE = 0o111;
