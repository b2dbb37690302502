import { spawnSync } from "node:child_process";
import { OWN_ENVIRONMENT } from "./own-environment.ts";

/**
 * The open files that whoever started us left open, and that every program we start would get: a terminal, a log, a
 * socket. Node marks the files that it opens itself, so the list never changes.
 */
export function inheritedDescriptors(): number[] {
  const { stdout } = spawnSync("sh", ["-c", "ls /proc/$$/fd"], { env: OWN_ENVIRONMENT, encoding: "utf8" });
  // The five that are set for every run: input, output, errors, and the two of the sandbox.
  return stdout.split("\n").flatMap((name) => (Number(name) > 4 ? [Number(name)] : []));
}
