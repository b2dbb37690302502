import { existsSync, fchownSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { removeDeadDrafts } from "../../std/dead-drafts.ts";
import { draftFor, writeDurably } from "../../std/durable-draft.ts";
import { StoreError } from "../store-error.ts";
import { NAME } from "./address.ts";
import type { Binaries } from "./binaries.ts";
import { startDetached } from "./detached.ts";
import type { Place } from "./place.ts";
import { logSize, whyItEnded } from "./server-log.ts";

/** Makes the folder of the data where there is none: beside its place, and then moved there, so it is never half made. */
export async function makeData(place: Place, { initdb }: Binaries, password: string): Promise<void> {
  const { folder, data, log, user } = place;
  removeDeadDrafts(folder);
  const draft = draftFor(data);
  const passwordFile = draftFor(join(folder, "password"));
  const before = logSize(place);
  try {
    writeDurably(passwordFile, password, 0o600, (handle) => {
      if (user) fchownSync(handle, user.uid, user.gid);
    });
    const argv = [initdb, "--pgdata", draft, "--username", NAME, "--pwfile", passwordFile, ...OPTIONS];
    const { exit } = await startDetached(argv, { cwd: folder, output: log, user });
    const status = await exit;
    if (status !== 0) throw whyItEnded(place, status, before);
    renameSync(draft, data);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Sorting by bytes needs no library and never changes with one. Not to wait for the disk makes it twice as quick; what a
 * power cut in the first half minute may take is an empty database.
 */
const OPTIONS = [
  ...["--auth", "scram-sha-256", "--encoding", "UTF8"],
  ...["--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--locale", "C"],
  ...["--no-sync", "--no-instructions"],
];

/** Data of another major version are not touched: only that version reads them. */
export function checkData({ data }: Place, { major }: Binaries): "none" | "there" {
  if (!existsSync(data)) return "none";
  const version = versionIn(data);
  if (version === major) return "there";
  if (version === null) {
    throw new StoreError(
      "damaged",
      `${data} is no folder of a database; put it back from a backup, or move it away to begin with an empty one`,
    );
  }
  throw new StoreError(
    "other-version",
    `${data} was made by Postgres ${version}, and this planwright comes with ${major}; ` +
      "use the planwright that made it, or move it away to begin with an empty one",
  );
}

function versionIn(data: string): string | null {
  try {
    return readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  } catch {
    return null;
  }
}
