import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, realpathSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { homeFolder } from "../config/home.ts";
import { withFile } from "./file-access.ts";
import { UsageError } from "./usage-error.ts";

/** The folders of Planwright's own home. */
export type Home = {
  path: string;
  keys: string;
  scratch: string;
  policy: string;
  repository(commonDir: string): string;
};

/** Opens the home, made on first use for nobody but its owner. Refuses one that a repository's work could reach. */
export function openHome(repositoryTop: string | null): Home {
  const told = homeFolder();
  withFile(told, () => {
    mkdirSync(told, { recursive: true, mode: 0o700 });
    chmodSync(told, 0o700);
  });
  const path = realpathSync(told);
  if (repositoryTop !== null && `${path}${sep}`.startsWith(`${repositoryTop}${sep}`)) {
    throw new UsageError(`${path} lies in the repository; keys and policy must be outside it (set PLANWRIGHT_HOME)`);
  }
  return {
    path,
    keys: join(path, "keys"),
    scratch: join(path, "scratch"),
    policy: join(path, "policy.yaml"),
    repository: (commonDir) => join(path, "repositories", `${nameOf(commonDir)}-${shortHash(commonDir)}`),
  };
}

/** For people who look around in the home; the hash makes it unique. */
const nameOf = (commonDir: string): string =>
  basename(commonDir.replace(/\/\.git$/, ""))
    .replace(/[^\w.-]/g, "_")
    .slice(0, 40);

export const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);
