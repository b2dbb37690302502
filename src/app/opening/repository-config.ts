import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import {
  CONFIG_FILE,
  defaultConfig,
  parseRepositoryConfig,
  type RepositoryConfig,
} from "../../config/repository-config.ts";
import { Refused } from "../../std/refusal.ts";
import { withFile } from "./file-access.ts";

/** The configuration at the top of a repository, or the defaults. Throws `Refused` for one that cannot be read. */
export function repositoryConfig(top: string): RepositoryConfig {
  const path = join(top, CONFIG_FILE);
  if (!existsSync(path)) return defaultConfig();
  const shown = relative("", path);
  const text = withFile(shown, () => (statSync(path).isFile() ? readFileSync(path, "utf8") : null));
  if (text === null) throw new Refused("bad-file", `${shown}: not a file`);
  const reading = parseRepositoryConfig(text);
  if (!reading.ok) throw new Refused("bad-config", `${shown}: ${reading.reason}`);
  return reading.config;
}
