import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import { aMark, aPolicy, bash, processesWith, run, until } from "./a-run.testkit.ts";

export type Opened = Sandbox & { close(): Promise<void> };

/** Opened before the first test of a suite and closed after its last. */
export function sharedSandbox(open: (scratchRoot: string) => Promise<Opened>): {
  sandbox: Opened;
  scratchRoot: string;
} {
  const shared = { scratchRoot: "" } as { sandbox: Opened; scratchRoot: string };
  beforeAll(async () => {
    shared.scratchRoot = mkdtempSync(join(realpathSync(tmpdir()), "planwright-"));
    shared.sandbox = await open(shared.scratchRoot);
  });
  afterAll(async () => {
    await shared.sandbox?.close();
    rmSync(shared.scratchRoot, { recursive: true, force: true });
  });
  return shared;
}

/** What every driver keeps to, whether it holds programs or not. */
export function sandboxSuite(open: (scratchRoot: string) => Promise<Opened>): void {
  const shared = sharedSandbox(open);

  test("tells how a program ended", async () => {
    const { sandbox } = shared;
    expect((await run(sandbox, "exit 0", aPolicy({}))).exit).toEqual({ kind: "exited", code: 0 });
    expect((await run(sandbox, "exit 42", aPolicy({}))).exit).toEqual({ kind: "exited", code: 42 });
    // Bubblewrap passes a signal on as shells do.
    expect([
      { kind: "signalled", signal: "SIGSEGV" },
      { kind: "exited", code: 139 },
    ]).toContainEqual((await run(sandbox, "kill -SEGV $$", aPolicy({}))).exit);
  });

  test("tells a missing program from one that may not be run", async () => {
    const { sandbox } = shared;
    const none = await run(sandbox, "", aPolicy({}), { argv: ["no-such-program"] });
    expect(none.exit).toEqual({ kind: "exited", code: 127 });
    const unfit = await run(sandbox, "", aPolicy({}), { argv: ["/usr/share"] });
    expect(unfit.exit).toEqual({ kind: "exited", code: 126 });
  });

  test("hands on words, folder and environment as they are", async () => {
    const { sandbox } = shared;
    const argv = ["printf", "%s|", "a b", "", "$HOME", "'\"\\", "é\n"] as const;
    expect((await run(sandbox, "", aPolicy({}), { argv })).stdout).toBe("a b||$HOME|'\"\\|é\n|");
    const told = await run(sandbox, 'pwd; echo "$GREETING"', aPolicy({}), { cwd: "/usr", env: { GREETING: "a 'b'" } });
    expect(told.stdout).toBe("/usr\na 'b'\n");
  });

  test("passes nothing else of our own environment on", async () => {
    const { sandbox } = shared;
    const { stdout } = await run(sandbox, "", aPolicy({}), { argv: ["env"], env: { A: "1" } });
    const names = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    const byShells = ["PWD", "OLDPWD", "SHLVL", "_"];
    expect(names.filter((name) => !byShells.includes(name ?? "")).sort()).toEqual(["A", "HOME", "PATH", "TMPDIR"]);
  });

  test("hands on secrets as they are, and shows them on no command line", async () => {
    const { sandbox } = shared;
    const mark = aMark();
    const odd = `${mark} 'a' "b" $HOME \`c\` \\ é\n\t\x01;exit 3\n\n`;
    const secrets = { KEY: odd, GREETING: "secret", EMPTY: "", PATH: "/evil", LARGE: "x".repeat(100_000) };
    const script = `printf '%s|%s|%s|%s|' "$KEY" "$GREETING" "\${EMPTY-unset}" "\${#LARGE}"; echo "$PATH" | grep -c evil; read -r _`;
    const command = bash(script, { secrets, env: { GREETING: "plain" }, stdin: "open" });
    const proc = await sandbox.start(command, aPolicy({}), new AbortController().signal);
    let told = "";
    for await (const { bytes } of proc.output) {
      told += Buffer.from(bytes).toString();
      expect(processesWith(mark)).toEqual([]);
      if (told.endsWith("|0\n")) proc.stdin?.end("\n");
    }
    expect(told).toBe(`${odd}|secret||100000|0\n`);
  });

  test("writes secrets to no file of its own", async () => {
    const { sandbox, scratchRoot } = shared;
    const mark = aMark();
    const command = bash("echo go; read -r _", { secrets: { KEY: mark }, stdin: "open" });
    const proc = await sandbox.start(command, aPolicy({}), new AbortController().signal);
    for await (const _ of proc.output) {
      expect(spawnSync("grep", ["-rlsF", mark, scratchRoot], { encoding: "utf8" }).stdout).toBe("");
      proc.stdin?.end("\n");
    }
    expect(await proc.exit).toEqual({ kind: "exited", code: 0 });
  });

  test("refuses a secret that cannot be a variable", async () => {
    const { sandbox, scratchRoot } = shared;
    const before = readdirSync(scratchRoot);
    for (const secrets of [{ "A B": "" }, { "A;touch x": "" }, { "": "" }, { "1A": "" }, { A: "a\0b" }]) {
      await expect(run(sandbox, "true", aPolicy({}), { secrets })).rejects.toMatchObject({ code: "policy" });
    }
    expect(readdirSync(scratchRoot)).toEqual(before);
  });

  test("has an empty, writable home", async () => {
    const { sandbox } = shared;
    const { stdout } = await run(sandbox, 'ls -A "$HOME"; echo x > "$HOME/a"; ls "$HOME"', aPolicy({}));
    expect(stdout).toBe("a\n");
  });

  test("keeps both streams apart, and each in order", async () => {
    const { sandbox } = shared;
    const { stdout, stderr } = await run(sandbox, "for i in 1 2 3; do echo o$i; echo e$i >&2; done", aPolicy({}));
    expect([stdout, stderr]).toEqual(["o1\no2\no3\n", "e1\ne2\ne3\n"]);
  });

  test("shows the streams in the order in which they arrive", async () => {
    const { sandbox } = shared;
    const script = "echo 1; read -r _; echo 2 >&2; read -r _; echo 3";
    const proc = await sandbox.start(bash(script, { stdin: "open" }), aPolicy({}), new AbortController().signal);
    const seen: string[] = [];
    for await (const { stream, bytes } of proc.output) {
      seen.push(`${stream} ${Buffer.from(bytes).toString().trim()}`);
      proc.stdin?.write("next\n");
    }
    expect(seen).toEqual(["stdout 1", "stderr 2", "stdout 3"]);
  });

  test("lets a program open its streams by name", async () => {
    const { sandbox } = shared;
    const script = "echo a > /dev/stdout; echo b > /dev/stderr; echo c | tee /dev/stderr";
    expect(await run(sandbox, script, aPolicy({}))).toMatchObject({ stdout: "a\nc\n", stderr: "b\nc\n" });
  });

  test("gives an end of file at once to a program without input", async () => {
    const { sandbox } = shared;
    expect(await run(sandbox, "cat; echo end", aPolicy({}))).toMatchObject({ stdout: "end\n" });
  });

  test("hands input on until its end", async () => {
    const { sandbox } = shared;
    const command = bash("cat /dev/stdin | wc -c", { stdin: "open" });
    const proc = await sandbox.start(command, aPolicy({}), new AbortController().signal);
    proc.stdin?.end(Buffer.alloc(300_000));
    let output = "";
    for await (const { bytes } of proc.output) output += Buffer.from(bytes).toString();
    expect(output.trim()).toBe("300000");
  });

  test("does not mind a program that leaves its input unread", async () => {
    const { sandbox } = shared;
    const proc = await sandbox.start(bash("exit 3", { stdin: "open" }), aPolicy({}), new AbortController().signal);
    proc.stdin?.end(Buffer.alloc(1_000_000));
    expect(await proc.exit).toEqual({ kind: "exited", code: 3 });
  });

  test("stops a program when its time is over", async () => {
    const { sandbox } = shared;
    const mark = aMark();
    const { exit } = await run(sandbox, `trap '' TERM; echo a; sleep ${mark}`, aPolicy({ limits: { seconds: 0.2 } }));
    expect(exit).toEqual({ kind: "stopped", by: "seconds" });
    expect(processesWith(mark)).toEqual([]);
  });

  test("stops a program at the first byte too many, and drops that byte", async () => {
    const { sandbox } = shared;
    const exact = await run(sandbox, "head -c 5000 /dev/zero", aPolicy({ limits: { outputBytes: 5000 } }));
    expect(exact).toMatchObject({ bytes: 5000, exit: { kind: "exited", code: 0 } });
    const flood = await run(sandbox, "head -c 1G /dev/zero", aPolicy({ limits: { outputBytes: 5000 } }));
    expect(flood).toMatchObject({ bytes: 5000, exit: { kind: "stopped", by: "output" } });
  });

  test("lets a program wait while nobody reads", async () => {
    const { sandbox } = shared;
    const policy = aPolicy({ limits: { outputBytes: 1 << 30, seconds: 1 } });
    const proc = await sandbox.start(bash("yes"), policy, new AbortController().signal);
    expect(await proc.exit).toEqual({ kind: "stopped", by: "seconds" });
    let bytes = 0;
    for await (const chunk of proc.output) bytes += chunk.bytes.length;
    expect(bytes).toBeLessThan(4 << 20);
  });

  test("ends everything when it is told to, as often as it is told", async () => {
    const { sandbox } = shared;
    const mark = aMark();
    const command = bash(`sleep ${mark} & sleep ${mark} & wait`);
    const proc = await sandbox.start(command, aPolicy({}), new AbortController().signal);
    await until(() => processesWith(mark).length > 1);
    const exits = await Promise.all([proc.kill(), proc.kill(), proc.exit]);
    expect(exits).toEqual(Array(3).fill({ kind: "stopped", by: "caller" }));
    expect(processesWith(mark)).toEqual([]);
    expect(await proc.kill()).toEqual({ kind: "stopped", by: "caller" });
  });

  test("does not change an exit by a kill that comes too late", async () => {
    const { sandbox } = shared;
    const proc = await sandbox.start(bash("exit 4"), aPolicy({}), new AbortController().signal);
    await proc.exit;
    expect(await proc.kill()).toEqual({ kind: "exited", code: 4 });
  });

  test("stops by the caller's signal: before, while and after it starts", async () => {
    const { sandbox } = shared;
    const stopped = { kind: "stopped", by: "caller" };
    const mark = aMark();
    const early = await sandbox.start(bash(`sleep ${mark}`), aPolicy({}), AbortSignal.abort());
    expect(await early.exit).toEqual(stopped);
    const control = new AbortController();
    const starting = sandbox.start(bash(`sleep ${mark}`), aPolicy({}), control.signal);
    control.abort();
    expect(await (await starting).exit).toEqual(stopped);
    const later = new AbortController();
    const proc = await sandbox.start(bash(`sleep ${mark}`), aPolicy({}), later.signal);
    later.abort();
    expect(await proc.exit).toEqual(stopped);
    expect(processesWith(mark)).toEqual([]);
  });

  test("leaves no process of its group behind", async () => {
    const { sandbox } = shared;
    const mark = aMark();
    const ran = await run(sandbox, `sleep ${mark} > /dev/null 2>&1 & echo done`, aPolicy({}));
    expect(ran).toMatchObject({ stdout: "done\n", exit: { kind: "exited", code: 0 } });
    expect(processesWith(mark)).toEqual([]);
  });

  test("ends a file that grows too large", async () => {
    const { sandbox } = shared;
    const script = 'head -c 3M /dev/zero > "$TMPDIR/a"; stat -c %s "$TMPDIR/a"';
    expect((await run(sandbox, script, aPolicy({ limits: { fileBytes: 1 << 20 } }))).stdout).toBe(`${1 << 20}\n`);
  });

  test("runs many programs side by side", async () => {
    const { sandbox } = shared;
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => run(sandbox, `echo ${number}`, aPolicy({}))));
    expect(all.map(({ stdout }) => stdout.trim())).toEqual(["1", "2", "3", "4", "5", "6"]);
  });

  test("leaves nothing of a run, and after it is closed nothing at all", async () => {
    const scratchRoot = tempFolder();
    const sandbox = await open(scratchRoot);
    const before = readdirSync(scratchRoot);
    await run(sandbox, 'mkdir -p "$HOME/a/b"; chmod 000 "$HOME/a/b" "$HOME/a"', aPolicy({}));
    expect(readdirSync(scratchRoot)).toEqual(before);
    await sandbox.close();
    expect(readdirSync(scratchRoot)).toEqual([]);
  });

  test("says what is wrong when the program cannot be started where it is told to", async () => {
    const { sandbox, scratchRoot } = shared;
    const before = readdirSync(scratchRoot);
    await expect(run(sandbox, "true", aPolicy({}), { cwd: "/no/such/folder" })).rejects.toMatchObject({
      code: "start",
    });
    expect(readdirSync(scratchRoot)).toEqual(before);
  });
}
