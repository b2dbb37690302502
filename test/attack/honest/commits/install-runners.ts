import { spawnSync } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Installs the test runners that npm has, once for each change of their lockfile. */
export function installRunners(): void {
  const folder = resolve("test/attack/honest/runners");
  const stamp = join(folder, "node_modules/.runners-installed");
  const isNew = existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(join(folder, "package-lock.json")).mtimeMs;
  if (isNew) return;
  const args = ["ci", "--ignore-scripts", "--prefer-offline", "--loglevel=error", "--no-audit", "--no-fund"];
  const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`the test runners of ${folder} cannot be installed: ${stderr}`);
  writeFileSync(stamp, "");
}
