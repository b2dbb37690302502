import { type Claim, tryClaim } from "../../std/claim.ts";
import { WorkspaceError } from "../errors.ts";

/** Throws `locked` while somebody else holds it. The holder, `as` the same, may claim again when `again` allows it. */
export function takeClaim(
  folder: string,
  name: string,
  note: string,
  again: "again" | "once" = "once",
  as?: string,
): Claim {
  const claiming = tryClaim(folder, name, note, again, as);
  if (claiming.is === "ours") return claiming.claim;
  const holder = claiming.by ? `process ${claiming.by.pid}` : "another process";
  throw new WorkspaceError("locked", `${folder} is in use by ${holder}; wait for it or end it`);
}
