import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { WorkspaceError } from "../errors.ts";
import { textOf } from "./text-of.ts";

export type Head =
  | { kind: "branch"; ref: string; commit: string }
  | { kind: "detached"; commit: string }
  | { kind: "unborn"; ref: string };

/** Where HEAD stands, read from the files in which git keeps refs. */
export function headOf(gitDir: string, commonDir: string): Head {
  const head = pointerAt(join(gitDir, "HEAD"));
  if (head === null)
    throw new WorkspaceError("no-repository", `${join(gitDir, "HEAD")} is damaged; see \`git status\``);
  if ("commit" in head) return { kind: "detached", commit: head.commit };
  const commit = commitOf(head.ref, gitDir, commonDir);
  return commit === null ? { kind: "unborn", ref: head.ref } : { kind: "branch", ref: head.ref, commit };
}

/** A ref may point to another; git follows five. */
export function commitOf(ref: string, gitDir: string, commonDir: string, left = 5): string | null {
  const isOwn = /^refs\/(?:bisect|worktree|rewritten)\//.test(ref);
  const loose = pointerAt(join(isOwn ? gitDir : commonDir, ref));
  if (loose === null) return packedCommit(ref, commonDir);
  if ("commit" in loose) return loose.commit;
  return left === 0 ? null : commitOf(loose.ref, gitDir, commonDir, left - 1);
}

function packedCommit(ref: string, commonDir: string): string | null {
  const line = (textOf(join(commonDir, "packed-refs")) ?? "").split("\n").find((text) => text.endsWith(` ${ref}`));
  return line === undefined || line.startsWith("#") ? null : line.slice(0, line.indexOf(" "));
}

function pointerAt(path: string): { ref: string } | { commit: string } | null {
  // Before there were symbolic refs, HEAD was a link.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const target = readlinkSync(path);
    if (target.startsWith("refs/")) return { ref: target };
  }
  const text = (textOf(path) ?? "").trim();
  const ref = /^ref:\s*(refs\/\S+)$/.exec(text)?.[1];
  if (ref !== undefined) return { ref };
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? { commit: text } : null;
}
