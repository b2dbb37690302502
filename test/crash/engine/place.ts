import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for all tests of a file, which share one home and one database. */
export const makePlace = (): string => mkdtempSync(join(realpathSync(tmpdir()), "planwright-crash-"));
