import { startDirectly } from "../programs/start-directly.ts";
import { OWN_ENVIRONMENT } from "./own-environment.ts";

/**
 * The open files that whoever started us left open, and that every program we start directly would get: a terminal, a
 * log, a socket. Node marks the files that it opens itself, so the list never changes.
 */
export async function inheritedDescriptors(): Promise<number[]> {
  const argv = ["sh", "-c", "ls /proc/$$/fd"];
  const { pipe } = await startDirectly({ argv, cwd: "/", env: OWN_ENVIRONMENT, pipes: { 1: "from" } });
  const names = (await pipe(1).toArray()).join("").split("\n");
  // Those up to 6 are set for every run: input, output, errors, and what the chain needs.
  return names.map(Number).filter((number) => number > 6);
}
