import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { lookAtMachine } from "./look-at-machine.ts";
import { watchTrouble } from "./open-watch.ts";

const isUnwatched = watchTrouble() !== null;

test.skipIf(isUnwatched)("what watches files ends with a look that fails, so that we can end, too", async () => {
  const folder = tempFolder();
  const looking = lookAtMachine(folder);
  rmSync(join(folder, "watched/file"));
  await expect(looking).rejects.toThrow("ENOENT");
  await expect.poll(watchersOfOurs, { timeout: 5_000 }).toEqual([]);
});

/** Programs that watch for us: below the small process of this one that has started them. */
const watchersOfOurs = (): string[] =>
  readdirSync("/proc").filter((pid) => {
    const program = /^\d+$/.test(pid) ? of(pid, "cmdline").split("\0") : [];
    return program[0]?.endsWith("/perl") && parentOf(parentOf(pid)) === `${process.pid}`;
  });

const parentOf = (pid: string): string => /^PPid:\s*(\d+)$/m.exec(of(pid, "status"))?.[1] ?? "";

function of(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}
