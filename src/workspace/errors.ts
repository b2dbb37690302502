/** The repository or git itself is not as it must be. The message names the thing and says what to do. */
export class WorkspaceError extends Error {
  override readonly name = "WorkspaceError";
  readonly code:
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
    | "git-failed";
  constructor(code: WorkspaceError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
