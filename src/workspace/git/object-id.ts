import { WorkspaceError } from "../errors.ts";

/** Ids also come from receipts and other people's commits. Whatever is no id must not reach git, which might take it for an option. */
export function objectId(id: string): string {
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return id;
  throw new WorkspaceError("missing-object", `\`${id}\` is no object id`);
}
