import { realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { idOfBranch, isId } from "../../plan/plan-id.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { locateRepository } from "../../workspace/git/locate.ts";

/**
 * The id of a plan that lies in `.plan` of a checkout of its own branch: what follows `plan/` in the branch's name. Null for
 * every other plan; its id comes from its title.
 */
export function idFromCheckout(path: string): string | null {
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  try {
    const { top, head } = locateRepository(folder);
    if (head.kind !== "branch" || realpathSync(folder) !== join(top, ".plan")) return null;
    const id = idOfBranch(head.ref.replace("refs/heads/", ""));
    return id !== null && isId(id) ? id : null;
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}
