import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OWN_ENVIRONMENT } from "./own-environment.ts";
import { newRunName } from "./run-name.ts";
import { SandboxError } from "./sandbox-error.ts";

export type Pipe = { readEnd: number; writeEnd: number };

/**
 * Real pipes. What Node gives a child are sockets, and a program whose output is a socket cannot open /dev/stdout or
 * /dev/stderr. The fifos are made many at a time in `folder`, and lose their name as soon as they are open.
 */
export function pipeSupply(folder: string): () => Pipe {
  let names: string[] = [];
  return () => {
    if (names.length === 0) names = makeFifos(folder);
    return openPipe(names.pop() ?? "");
  };
}

function makeFifos(folder: string): string[] {
  const stem = newRunName();
  const names = Array.from({ length: 24 }, (_, index) => join(folder, `${stem}.${index}`));
  const made = spawnSync("mkfifo", ["-m", "600", ...names], { env: OWN_ENVIRONMENT, encoding: "utf8" });
  if (made.status !== 0) throw new SandboxError("start", `cannot make pipes in ${folder}: ${made.stderr?.trim()}`);
  return names;
}

/**
 * Opening one end waits for the other, so a first reader that does not wait makes room for the two that stay. It cannot
 * stay itself: a program does not expect that reading its input may end with "try again".
 */
function openPipe(name: string): Pipe {
  const first = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const writeEnd = openSync(name, constants.O_WRONLY);
    return { readEnd: openSync(name, constants.O_RDONLY), writeEnd };
  } finally {
    closeSync(first);
    rmSync(name);
  }
}
