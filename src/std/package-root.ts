import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder with our package.json, from source and from the built bundle alike. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) {
    const above = dirname(folder);
    if (above === folder) throw new Error(`${import.meta.dirname} is no part of an installed package; install it anew`);
    folder = above;
  }
  return folder;
}
