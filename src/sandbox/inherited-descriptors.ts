import { spawnSync } from "node:child_process";
import { OWN_ENVIRONMENT } from "./own-environment.ts";

/**
 * The open files that whoever started us left open, and that every program we start would get: a terminal, a log, a
 * socket. Node marks the files that it opens itself, so the list never changes.
 */
export function inheritedDescriptors(): number[] {
  const { stdout } = spawnSync("sh", ["-c", "ls /proc/$$/fd"], { env: OWN_ENVIRONMENT, encoding: "utf8" });
  // Those up to 6 are set for every run: input, output, errors, and what the chain needs.
  return stdout.split("\n").flatMap((name) => (Number(name) > 6 ? [Number(name)] : []));
}
