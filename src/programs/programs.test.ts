import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { fifoSupply } from "./fifos.ts";
import { nursery } from "./nursery.ts";
import type { Program, StartedProgram } from "./program.ts";
import { runProgram } from "./run-program.ts";
import { startDirectly } from "./start-directly.ts";

const ENV = { PATH: "/usr/bin:/bin" };
const here = (file: string): string => new URL(file, import.meta.url).pathname;

type Start = (program: Program) => Promise<StartedProgram>;
const ways: [string, Start][] = [
  ["from the small process", (program) => nursery()?.start(program) ?? Promise.reject(new Error("there is none"))],
  ["directly", (program) => startDirectly(program)],
  ["directly, with real pipes", (program) => startDirectly(program, fifos())],
];

describe.each(ways)("a program started %s", (_, start) => {
  const run = async (argv: readonly string[], options: { input?: string; cwd?: string; env?: object } = {}) => {
    const pipes = { ...(options.input !== undefined && { 0: "to" as const }), 1: "from", 2: "from" } as const;
    const env = { ...ENV, ...options.env };
    const started = await start({ argv, cwd: options.cwd ?? "/", env, pipes, life: [1, 2] });
    const [out, err] = [textOf(started, 1), textOf(started, 2)];
    if (options.input !== undefined) started.pipe(0).end(options.input);
    return { exit: await started.exit, out: await out, err: await err };
  };

  test("gives what it wrote, and how it ended", async () => {
    expect(await run(["sh", "-c", "echo out; echo err >&2; exit 7"])).toEqual({
      exit: { code: 7 },
      out: "out\n",
      err: "err\n",
    });
  });

  test("gets its words, settings and folder as they are", async () => {
    const odd = `it's "$HOME" \`x\` \\ ; & | * \n ü ${"x".repeat(50_000)}`;
    const folder = join(tempFolder(), "it's here; $x");
    mkdirSync(folder);
    const script = 'printf "%s|%s|" "$1" "$ODD"; pwd';
    const { out } = await run(["sh", "-c", script, "sh", odd], { cwd: folder, env: { ODD: odd } });
    expect(out).toBe(`${odd}|${odd}|${folder}\n`);
  });

  test("reads its input to the end, also a large one", async () => {
    const input = "0123456789".repeat(300_000);
    expect((await run(["cat"], { input })).out).toBe(input);
    expect((await run(["true"], { input })).exit).toEqual({ code: 0 });
  });

  test("waits for an input that comes late", async () => {
    const started = await start({ argv: ["cat"], cwd: "/", env: ENV, pipes: { 0: "to", 1: "from" }, life: [1] });
    const out = textOf(started, 1);
    setTimeout(() => started.pipe(0).end("late"), 100);
    expect([await started.exit, await out]).toEqual([{ code: 0 }, "late"]);
  });

  test("has an empty input when none is given", async () => {
    expect(await run(["cat"])).toEqual({ exit: { code: 0 }, out: "", err: "" });
  });

  test("has a group of its own, and hears every signal", async () => {
    const { out } = await run(["sh", "-c", 'echo $(($(ps -o pgid= -p $$) - $$)); grep SigIgn "/proc/$$/status"']);
    expect(out).toMatch(/^0\nSigIgn:\s+0+\n$/);
  });

  test("can be killed with all that it has started", async () => {
    const started = await start({
      ...{ argv: ["sh", "-c", "sleep 1000 & echo go; wait"], cwd: "/", env: ENV },
      ...{ pipes: { 1: "from" }, life: [1] },
    });
    started.pipe(1).once("data", () => process.kill(-started.pid, "SIGKILL"));
    const exit = await started.exit;
    expect([{ code: 137 }, { signal: "SIGKILL" }]).toContainEqual(exit);
  });

  test("may be one of many at the same time", async () => {
    const all = Array.from({ length: 60 }, (_, n) => run(["sh", "-c", `echo ${n}; exit ${n}`]));
    expect((await Promise.all(all)).map(({ exit, out }) => ({ exit, out }))).toEqual(
      Array.from({ length: 60 }, (_, n) => ({ exit: { code: n }, out: `${n}\n` })),
    );
  });
});

describe("the small process", () => {
  test("gives a program no open file but those asked for, and nothing of our settings", async () => {
    const { stdout } = await runProgram(["sh", "-c", "ls -x /proc/$$/fd; env"], { cwd: "/", env: { ...ENV, A: "1" } });
    const [files, ...settings] = stdout.toString().trim().split("\n");
    expect(files?.split(/\s+/)).toEqual(["0", "1", "2"]);
    const names = settings
      .map((line) => line.split("=")[0])
      .filter((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name ?? ""));
    expect(names.sort()).toEqual(["A", "PATH"]);
  });

  test("says when there is no such program or folder", async () => {
    const nothing = await runProgram(["no-such-program"], { cwd: "/", env: ENV });
    expect([nothing.status, nothing.stderr.toString()]).toEqual([127, expect.stringContaining("not found")]);
    const nowhere = await runProgram(["true"], { cwd: "/no/such/folder", env: ENV });
    expect([nowhere.status, nowhere.stderr.toString()]).toEqual([127, expect.stringContaining("No such file")]);
  });

  test("lets a program be stopped by a signal of ours", async () => {
    const stop = AbortSignal.timeout(50);
    const ran = await runProgram(["sleep", "1000"], { cwd: "/", env: ENV, signal: stop, stopWith: "SIGTERM" });
    expect(ran.status).toBe(143);
  });

  test("is replaced when it was killed, and what it had started is told as killed", async () => {
    const program: Program = {
      ...{ argv: ["sh", "-c", "echo $PPID; exec sleep 1000"], cwd: "/", env: ENV },
      ...{ pipes: { 1: "from" }, life: [1] },
    };
    const started = await nursery()?.start(program);
    const parent = await new Promise<number>((resolve) => {
      started?.pipe(1).once("data", (bytes: Buffer) => resolve(Number(bytes.toString())));
    });
    process.kill(parent, "SIGKILL");
    await expect.poll(() => existsSync(`/proc/${parent}/exe`)).toBe(false);
    process.kill(-(started?.pid ?? 0), "SIGKILL");
    expect(await started?.exit).toEqual({ signal: "SIGKILL" });
    expect((await runProgram(["echo", "again"], { cwd: "/", env: ENV })).stdout.toString()).toBe("again\n");
  });

  test("that is killed while somebody waits for it lets nobody wait for ever", async () => {
    const small = Number((await runProgram(["sh", "-c", "echo $PPID"], { cwd: "/", env: ENV })).stdout);
    process.kill(small, "SIGSTOP");
    const ran = runProgram(["true"], { cwd: "/", env: ENV });
    process.kill(small, "SIGKILL");
    await expect(ran).rejects.toThrow("the process that starts programs has ended");
  });

  test.each([
    ["ends", "process.exit(0)"],
    ["is killed", 'process.kill(process.pid, "SIGKILL")'],
  ])("goes with its files when the one that it serves %s", async (_, end) => {
    const program = `
      import { nursery } from "${here("nursery.ts")}";
      const argv = ["setpriv", "--pdeathsig", "KILL", "sh", "-c", "echo $$ $PPID; exec sleep 1000"];
      const started = await nursery().start({ argv, cwd: "/", env: ${JSON.stringify(ENV)}, pipes: { 1: "from" }, life: [1] });
      started.pipe(1).once("data", (bytes) => { process.stdout.write(bytes); setTimeout(() => { ${end} }, 50); });
    `;
    const { stdout, pid } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    const [child = "", small = ""] = stdout.trim().split(" ");
    expect(Number(child) > 1 && Number(small) > 1).toBe(true);
    await expect.poll(() => [child, small].filter(isAlive)).toEqual([]);
    expect(foldersOf(pid)).toEqual([]);
  });

  test("does not wait for ever for one that was killed right after it asked", async () => {
    const program = `
      import { nursery } from "${here("nursery.ts")}";
      const start = (argv) => nursery().start({ argv, cwd: "/", env: ${JSON.stringify(ENV)}, pipes: { 1: "from" }, life: [1] });
      const first = await start(["sh", "-c", "echo $PPID"]);
      first.pipe(1).once("data", (bytes) => {
        process.stdout.write(bytes);
        process.kill(Number(bytes.toString()), "SIGSTOP");
        start(["true"]);
        setTimeout(() => process.kill(process.pid, "SIGKILL"), 50);
      });
    `;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    const small = stdout.trim();
    const group = (): string[] =>
      readdirSync("/proc").filter(
        (pid) => /^\d+$/.test(pid) && commandOf(pid).startsWith("/bin/bash\0--norc") && sessionOf(pid) === small,
      );
    expect(group()).toEqual([small]);
    process.kill(Number(small), "SIGCONT");
    await expect.poll(group).toEqual([]);
  });

  test("takes away what one that was killed with its small process has left", () => {
    const once = (rest: string) =>
      spawnSync(process.execPath, [
        "--input-type=module",
        "-e",
        `import { nursery } from "${here("nursery.ts")}"; ${rest}`,
      ]);
    const kill = 'process.kill(small, "SIGKILL"); process.kill(process.pid, "SIGKILL");';
    const pid = `const started = await nursery().start({ argv: ["sh", "-c", "echo $PPID"], cwd: "/", env: {}, pipes: { 1: "from" }, life: [1] });
      started.pipe(1).once("data", (bytes) => { const small = Number(bytes.toString()); ${kill} });`;
    const killed = once(pid);
    expect(killed.signal).toBe("SIGKILL");
    once("nursery()");
    expect(foldersOf(killed.pid)).toEqual([]);
  });

  test("does not keep a process alive that is done", () => {
    const program = `import { runProgram } from "${here("run-program.ts")}"; await runProgram(["true"], { cwd: "/", env: {} });`;
    const ran = spawnSync(process.execPath, ["--input-type=module", "-e", program], { timeout: 20_000 });
    expect(ran.status).toBe(0);
  });
});

function textOf(started: StartedProgram, number: number): Promise<string> {
  let text = "";
  return new Promise((resolve) => {
    started
      .pipe(number)
      .setEncoding("utf8")
      .on("data", (part: string) => {
        text += part;
      })
      .once("close", () => resolve(text));
  });
}

function fifos(): () => Promise<string> {
  return fifoSupply(tempFolder(), async (paths) => void spawnSync("mkfifo", paths));
}

/** Other tests have theirs at the same time. */
const foldersOf = (pid: number): string[] =>
  ["/dev/shm", "/tmp"].flatMap((place) => readdirSync(place).filter((name) => name.match(FOLDER)?.[1] === `${pid}`));

const FOLDER = /^planwright-programs-\d+-(\d+)-/;

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function sessionOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ")[3] ?? "";
  } catch {
    return "";
  }
}

/** One that is dead and was not fetched yet does not count. */
const isAlive = (pid: string): boolean => commandOf(pid) !== "";
