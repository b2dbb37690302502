import { Refused } from "../std/refusal.ts";

/** The repository or git itself is not as it must be. The message names the thing and says what to do. */
export class WorkspaceError extends Refused<
  | "no-git"
  | "no-repository"
  | "bare"
  | "unsupported"
  | "unborn"
  | "locked"
  | "branch-taken"
  | "moved"
  | "disk-full"
  | "read-only"
  | "broken-index"
  | "missing-object"
  | "broken-object"
  | "not-ours"
  | "unfit-work"
  | "git-failed"
> {
  override readonly name = "WorkspaceError";
}
