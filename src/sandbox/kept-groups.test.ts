import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { findCgroups, type Group } from "./cgroups.ts";
import { keptGroups } from "./kept-groups.ts";

const cgroups = await findCgroups();
const limits = { seconds: 1, memoryBytes: 1 << 28, processes: 33, outputBytes: 1, fileBytes: 1 };
const foldersOf = ({ joinFiles }: Group): string[] => joinFiles.map(dirname);

/** Runs a script in a group, as a run does. */
const runIn = ({ joinFiles }: Group, script: string) =>
  spawnSync("sh", ["-c", `for file; do echo $$ > "$file"; done; ${script}`, "sh", ...joinFiles]);

describe.skipIf(cgroups.memory === null || cgroups.processes === null)("groups that are kept", () => {
  test("serve the next run, with its limits, and go in the end", async () => {
    const groups = keptGroups(cgroups);
    const first = groups.take();
    first.limit(limits);
    runIn(first, "true");
    await groups.giveBack(first);
    const next = groups.take();
    expect(foldersOf(next)).toEqual(foldersOf(first));
    // More and less than before: no order of the two may be refused.
    for (const factor of [4, 1]) next.limit({ ...limits, memoryBytes: limits.memoryBytes * factor, processes: 7 });
    const [pids = ""] = foldersOf(next)
      .map((folder) => join(folder, "pids.max"))
      .filter(existsSync);
    expect(readFileSync(pids, "utf8")).toBe("7\n");
    await groups.giveBack(next);
    await groups.close();
    expect(foldersOf(next).filter(existsSync)).toEqual([]);
  });

  test("do not remember that an earlier run was out of memory", async () => {
    const groups = keptGroups(cgroups);
    const group = groups.take();
    group.limit({ ...limits, memoryBytes: 1 << 24 });
    runIn(group, 'x=$(head -c 200000000 /dev/zero | tr "\\0" a)');
    expect(group.hasRunOutOfMemory()).toBe(true);
    await groups.giveBack(group);
    const next = groups.take();
    expect(foldersOf(next)).toEqual(foldersOf(group));
    next.limit(limits);
    expect(next.hasRunOutOfMemory()).toBe(false);
    await groups.giveBack(next);
    await groups.close();
  });

  test("do not serve anybody while a process is left in them", async () => {
    const groups = keptGroups(cgroups);
    const held = groups.take();
    const sleeper = runIn(held, "sleep 30 > /dev/null 2>&1 & echo $!");
    await groups.giveBack(held);
    const other = groups.take();
    expect(foldersOf(other)).not.toEqual(foldersOf(held));
    await other.remove();
    process.kill(Number(sleeper.stdout.toString()), "SIGKILL");
    await held.remove();
    await groups.close();
  });

  test("go when much memory is still counted for them", async () => {
    const groups = keptGroups(cgroups);
    const group = groups.take();
    const file = join(tempFolder(), "large");
    runIn(group, `head -c 100000000 /dev/zero > ${file}`);
    expect(group.isLight()).toBe(false);
    await groups.giveBack(group);
    expect(foldersOf(group).filter(existsSync)).toEqual([]);
  });
});
