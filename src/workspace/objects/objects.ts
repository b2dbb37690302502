import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";

/** The bytes of these objects, in the order asked for. Throws when one is missing or of another type. */
export async function readObjects(
  git: HarnessGit,
  ids: readonly string[],
  type: "blob" | "commit",
): Promise<Uint8Array[]> {
  const found = await git.objects.read(ids);
  return found.map(({ id, type: kind, bytes }) => {
    if (kind !== type) throw new WorkspaceError("missing-object", `object ${id} is a ${kind} and no ${type}`);
    return bytes;
  });
}
