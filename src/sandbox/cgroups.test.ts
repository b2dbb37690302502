import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { cgroupPlaces, findCgroups, makeGroup, sweepCgroups } from "./cgroups.ts";

const limits = { seconds: 1, memoryBytes: 1 << 26, processes: 33, outputBytes: 1, fileBytes: 1 };

describe("cgroupPlaces", () => {
  test("knows each controller of version 1 by its own mount, below our group first", () => {
    const self = "8:pids:/\n4:memory:/jobs/7\n1:cpu,cpuacct:/\n0::/\n";
    const mounts = [
      "30 29 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct",
      "31 29 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory",
      "32 29 0:28 / /sys/fs/cgroup/pids rw,relatime shared:9 - cgroup cgroup rw,pids",
    ].join("\n");
    const places = cgroupPlaces(self, mounts).filter(({ controllers }) => !controllers.includes("cpu"));
    expect(places.map(({ version, parent }) => [version, parent])).toEqual([
      [1, "/sys/fs/cgroup/pids"],
      [1, "/sys/fs/cgroup/memory/jobs/7"],
      [1, "/sys/fs/cgroup/memory"],
    ]);
  });

  test("looks beside our own group in version 2, which cannot hold processes and groups at once", () => {
    const self = "0::/user.slice/app.slice/shell.scope\n";
    const places = cgroupPlaces(self, "30 29 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n");
    expect(places.map(({ version, parent }) => [version, parent])).toEqual([
      [2, "/sys/fs/cgroup/user.slice/app.slice/shell.scope"],
      [2, "/sys/fs/cgroup/user.slice/app.slice"],
      [2, "/sys/fs/cgroup"],
    ]);
  });

  test("finds nothing where nothing is mounted", () => {
    expect(cgroupPlaces("0::/\n", "")).toEqual([]);
  });
});

const cgroups = await findCgroups();

describe.skipIf(cgroups.processes === null)("groups of this machine", () => {
  test("bound what joins them, and go away", async () => {
    const group = makeGroup(cgroups);
    group.limit(limits);
    const folders = group.joinFiles.map(dirname);
    expect(
      folders
        .map((folder) => join(folder, "pids.max"))
        .filter(existsSync)
        .map(textOf),
    ).toEqual(["33\n"]);
    expect(group.hasRunOutOfMemory()).toBe(false);
    await group.remove();
    expect(folders.filter(existsSync)).toEqual([]);
  });

  test("of dead processes are swept, those of living ones stay", async () => {
    const parent = cgroups.processes?.parent ?? "";
    const dead = join(parent, "planwright-1-1-1");
    mkdirSync(dead);
    const group = makeGroup(cgroups);
    sweepCgroups(cgroups);
    expect(existsSync(dead)).toBe(false);
    expect(group.joinFiles.every(existsSync)).toBe(true);
    await group.remove();
  });
});

const textOf = (path: string): string => readFileSync(path, "utf8");
