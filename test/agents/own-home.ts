import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";

/** One home of Planwright's, and so one database, for all tests of a file. All of it goes when they are through. */
export function ownHome(): string {
  const home = mkdtempSync(join(realpathSync(tmpdir()), "planwright-"));
  afterAll(async () => {
    await removePostgres(home);
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}
