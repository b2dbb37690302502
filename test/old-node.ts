import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { prerequisite } from "./prerequisite.ts";

/** A Node too old for the published package. */
export const oldNode = prerequisite("a Node older than 22.12", findOldNode(), "put one on PATH, behind the newer one");

function findOldNode(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "node")).find((path) => existsSync(path) && isOld(path));
}

function isOld(node: string): boolean {
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout;
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
  return Number(major) < 22 || (Number(major) === 22 && Number(minor) < 12);
}
