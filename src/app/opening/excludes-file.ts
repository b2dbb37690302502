import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultExcludesFile, gitSettingsFiles, personHome } from "../../config/environment.ts";
import { setting } from "../../workspace/git/config-setting.ts";

/** What the person ignores in every repository. Read as text: no git, and nothing that a setting could start. */
export function excludesFile(): { excludesFile?: string } {
  const named = gitSettingsFiles()
    .map((path) => (existsSync(path) ? setting(readFileSync(path, "utf8"), "core", "excludesfile") : null))
    .findLast((value) => value !== null);
  const path = named?.replace(/^~(?=\/)/, personHome()) ?? defaultExcludesFile();
  const absolute = path.startsWith("/") ? path : join(personHome(), path);
  return existsSync(absolute) ? { excludesFile: absolute } : {};
}
