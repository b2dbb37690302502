import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { prerequisite } from "../../test/prerequisite.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { aMark, aPolicy, processesWith, run, until } from "./a-run.testkit.ts";
import { openSandbox } from "./bubblewrap.ts";
import { findCgroups } from "./cgroups.ts";
import { holdingSuite } from "./holding.testsuite.ts";
import { sandboxSuite } from "./sandbox.testsuite.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");

const cgroups = await findCgroups();

describe("bubblewrap", () => {
  beforeEach((context) => void installed(context));
  sandboxSuite((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));
  holdingSuite((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

  test("says what it offers", async () => {
    const sandbox = await openSandbox({ scratchRoot: tempFolder(), hidden: [] });
    onTestFinished(() => sandbox.close());
    expect(sandbox.offers).toMatchObject({ isHolding: true, trouble: [] });
    expect(sandbox.offers.mechanism).toMatch(/^bubblewrap \d+\.\d+\.\d+$/);
  });

  test("hides in every run what it was opened with", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "ours"));
    writeFileSync(join(folder, "ours/key"), "secret");
    const sandbox = await openSandbox({ scratchRoot: join(folder, "scratch"), hidden: [join(folder, "ours")] });
    onTestFinished(() => sandbox.close());
    const policy = aPolicy({ mounts: [{ show: folder, at: "/all", access: "read" }] });
    expect((await run(sandbox, "ls -A /all/ours", policy)).stdout).toBe("");
  });

  test("lets programs think that they are somebody else", async () => {
    const sandbox = await openSandbox({ scratchRoot: tempFolder(), hidden: [], uid: 1234 });
    onTestFinished(() => sandbox.close());
    expect((await run(sandbox, "id -u; id -g", aPolicy({}))).stdout).toBe("1234\n1234\n");
  });

  test("takes its programs along when it is killed itself, and tidies up the next time", async () => {
    const folder = tempFolder();
    const mark = aMark();
    const driver = join(import.meta.dirname, "bubblewrap.ts");
    const kit = join(import.meta.dirname, "a-run.testkit.ts");
    const source = `
      import { openSandbox } from ${JSON.stringify(driver)};
      import { aPolicy, bash } from ${JSON.stringify(kit)};
      const sandbox = await openSandbox({ scratchRoot: ${JSON.stringify(folder)}, hidden: [] });
      const policy = aPolicy({ mounts: [{ show: "/usr/share", at: "/share", access: "throw-away" }] });
      await sandbox.start(bash("setsid sleep ${mark} & sleep ${mark}"), policy, new AbortController().signal);
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: "ignore" });
    await until(() => processesWith(`sleep\0${mark}`).length === 2);
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    await until(() => processesWith(`sleep\0${mark}`).length === 0);
    expect(readdirSync(folder).length).toBeGreaterThan(0);
    const sandbox = await openSandbox({ scratchRoot: folder, hidden: [] });
    await sandbox.close();
    expect(readdirSync(folder)).toEqual([]);
    expect(groupsOf(child.pid ?? 0)).toEqual([]);
  });

  test("starts nothing where bubblewrap does not work, and says what would help", () => {
    const folder = tempFolder();
    const source = `
      import { openSandbox } from ${JSON.stringify(join(import.meta.dirname, "bubblewrap.ts"))};
      import { aPolicy, run } from ${JSON.stringify(join(import.meta.dirname, "a-run.testkit.ts"))};
      const sandbox = await openSandbox({ scratchRoot: ${JSON.stringify(folder)}, hidden: [] });
      const told = await run(sandbox, "true", aPolicy({})).catch(({ code, message }) => ({ code, message }));
      console.log(JSON.stringify({ ...told, isHolding: sandbox.offers.isHolding }));
      await sandbox.close();`;
    const script = 'mount --bind /dev/null /usr/bin/bwrap && exec "$@"';
    const node = [process.execPath, "--input-type=module", "-e", source];
    const words = ["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", ...node];
    const { stdout, stderr } = spawnSync("unshare", words, { encoding: "utf8" });
    expect(JSON.parse(stdout), stderr).toMatchObject({
      isHolding: false,
      code: "not-holding",
      message: expect.stringMatching(
        /^programs cannot be sandboxed here: bubblewrap is not installed; try: .*bubblewrap/,
      ),
    });
  });

  test.skipIf(cgroups.processes === null)("goes on when what waits for the next runs was killed", async () => {
    const folder = tempFolder();
    const sandbox = await openSandbox({ scratchRoot: folder, hidden: [] });
    onTestFinished(() => sandbox.close());
    const waiting = (): string[] =>
      readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && cwdOf(pid).startsWith(`${folder}/`));
    await until(() => waiting().length === 2);
    for (const pid of waiting()) process.kill(Number(pid), "SIGKILL");
    await until(() => waiting().length === 0);
    expect((await run(sandbox, "echo ran", aPolicy({}))).stdout).toBe("ran\n");
    expect((await run(sandbox, "echo again", aPolicy({}))).stdout).toBe("again\n");
  });

  test("does not keep alive who has opened it and has no use for it", async () => {
    const scratchRoot = tempFolder();
    const driver = join(import.meta.dirname, "bubblewrap.ts");
    const source = `import { openSandbox } from ${JSON.stringify(driver)};
      await openSandbox({ scratchRoot: ${JSON.stringify(scratchRoot)}, hidden: [] });`;
    const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", source], { timeout: 20_000 });
    expect(status).toBe(0);
    const next = await openSandbox({ scratchRoot, hidden: [] });
    await next.close();
    expect(readdirSync(scratchRoot)).toEqual([]);
  });

  test("tells a program that ends with the number of a signal from a bubblewrap that was killed", async () => {
    const sandbox = await openSandbox({ scratchRoot: tempFolder(), hidden: [] });
    onTestFinished(() => sandbox.close());
    expect((await run(sandbox, "exit 137", aPolicy({}))).exit).toEqual({ kind: "exited", code: 137 });
  });

  test.skipIf(cgroups.processes === null)("leaves no group behind", async () => {
    const before = groupsOf(process.pid);
    const sandbox = await openSandbox({ scratchRoot: tempFolder(), hidden: [] });
    await run(sandbox, "true", aPolicy({}));
    await run(sandbox, "true", aPolicy({}));
    expect(groupsOf(process.pid).length).toBeGreaterThan(before.length);
    await sandbox.close();
    expect(groupsOf(process.pid)).toEqual(before);
  });

  test("does not hand on the files that we were started with", async () => {
    const folder = tempFolder();
    const driver = join(import.meta.dirname, "bubblewrap.ts");
    const kit = join(import.meta.dirname, "a-run.testkit.ts");
    const source = `
      import { openSandbox } from ${JSON.stringify(driver)};
      import { aPolicy, run } from ${JSON.stringify(kit)};
      const sandbox = await openSandbox({ scratchRoot: ${JSON.stringify(join(folder, "scratch"))}, hidden: [] });
      console.log((await run(sandbox, "ls /proc/$$/fd; cat <&37", aPolicy({}))).stdout);
      await sandbox.close();`;
    writeFileSync(join(folder, "secret"), "secret");
    const script = `exec 37< "$1" 5<&37; shift; exec "$@" > "${join(folder, "told")}"`;
    const words = ["-c", script, "bash", join(folder, "secret"), process.execPath, "--input-type=module", "-e", source];
    const child = spawn("bash", words, { stdio: "ignore" });
    await new Promise((resolve) => void child.once("exit", resolve));
    expect(readFileSync(join(folder, "told"), "utf8").trim()).toBe("0\n1\n2");
  });
});

function cwdOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}

function groupsOf(pid: number): string[] {
  const { memory, processes } = cgroups;
  const parents = [memory, processes].flatMap((hierarchy) => hierarchy?.parent ?? []);
  return parents.flatMap((parent) => readdirSync(parent)).filter((name) => name.startsWith(`planwright-${pid}-`));
}
