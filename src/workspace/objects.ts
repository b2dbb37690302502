import { WorkspaceError } from "./errors.ts";
import type { HarnessGit } from "./harness-git.ts";
import { objectId } from "./object-id.ts";

/** The bytes of these objects, in the order asked for. Throws when one is missing or of another type. */
export async function readObjects(
  git: HarnessGit,
  ids: readonly string[],
  type: "blob" | "commit",
): Promise<Uint8Array[]> {
  if (ids.length === 0) return [];
  const input = Buffer.from(ids.map((id) => `${objectId(id)}\n`).join(""));
  const { stdout } = await git.run(["cat-file", "--batch"], { input });
  let at = 0;
  return ids.map((id) => {
    const end = stdout.indexOf(NEWLINE, at);
    const [, kind, size] = stdout.toString("latin1", at, end).split(" ");
    if (kind !== type) {
      const what = kind === "missing" ? "is not in this repository" : `is a ${kind} and no ${type}`;
      throw new WorkspaceError("missing-object", `object ${id} ${what}`);
    }
    const bytes = stdout.subarray(end + 1, end + 1 + Number(size));
    at = end + 1 + bytes.length + 1;
    return bytes;
  });
}

const NEWLINE = 0x0a;
