import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder that lives as long as the running test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "planwright-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
