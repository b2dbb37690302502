import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProgram } from "../scripts/bundle.ts";

const root = join(import.meta.dirname, "..");

export type BuiltProgram = { launcher: string; remove(): void };

/** The program as it is published, around the `main` of a file, in a folder of its own that looks like the package. */
export async function buildProgram(main: string): Promise<BuiltProgram> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-built-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    // Some tests start it as somebody else.
    chmodSync(folder, 0o755);
    for (const name of ["package.json", "docs", "node_modules"]) symlinkSync(join(root, name), join(folder, name));
    await bundleProgram(join(folder, "dist"), main);
    const launcher = join(folder, "planwright");
    writeFileSync(launcher, `#!/bin/sh\nexec "${process.execPath}" "${folder}/dist/planwright.js" "$@"\n`);
    chmodSync(launcher, 0o755);
    return { launcher, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
