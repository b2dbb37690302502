import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";

/** One home, and so one database, for all tests of a file. What it has is gone when they are through. */
export function sharedHome(): { PLANWRIGHT_HOME: string } {
  const home = mkdtempSync(join(realpathSync(tmpdir()), "planwright-"));
  afterAll(() => removePostgres(home));
  return { PLANWRIGHT_HOME: home };
}
