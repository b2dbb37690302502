import { statSync } from "node:fs";
import { dirname } from "node:path";
import { WorkspaceError } from "../../workspace/errors.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import type { Scene } from "./scene.ts";

/** Where the repository of a plan is: the one it lies in; for a plan that lies in none, the one around the person. */
export function placeOf(path: string, { cwd }: Pick<Scene, "cwd">): string {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
  try {
    return locateRepository(folder).top;
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === "no-repository") return cwd;
    throw error;
  }
}
