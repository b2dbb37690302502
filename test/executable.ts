import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a shell script that can be run, with the folders it lies in. */
export function writeExecutable(path: string, script: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
