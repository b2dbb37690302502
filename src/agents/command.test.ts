import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { prerequisite } from "../../test/prerequisite.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { openSandbox } from "../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../sandbox/sandbox.testsuite.ts";
import { commandDriver } from "./command.ts";
import { aHost, aJob, outputOf, worked } from "./session/a-session.testkit.ts";
import { driverSuite } from "./session/driver.testsuite.ts";
import type { ProgramPlace } from "./session/find-program.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const inFolder = (folder: string): ProgramPlace => ({ cwd: folder, search: ["/usr/bin", "/bin"], tree: folder });

describe("command driver", () => {
  beforeEach((context) => void installed(context));

  driverSuite({
    running: (script, folder) => commandDriver(`bash -c ${quoted(script)}`, inFolder(folder)),
    saying: (text, folder) => commandDriver(`echo ${quoted(text)}`, inFolder(folder)),
    asking: (question, folder) => commandDriver(`echo QUESTION: ${quoted(question)}`, inFolder(folder)),
    givingUp: (why, folder) => commandDriver(`echo CANNOT: ${quoted(why)}`, inFolder(folder)),
    remembering: (folder) => commandDriver("cat - <(echo) | grep 'The word is'; true", inFolder(folder)),
    missing: (folder) => commandDriver("./no-such-agent.sh", inFolder(folder)),
  });

  const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

  test("reads its task on standard input, all of it", async () => {
    const folder = tempFolder();
    const driver = commandDriver("wc -c", inFolder(folder));
    const { end } = await worked(driver, aHost(shared.sandbox, driver, folder), undefined, "é".repeat(500_000));
    expect(end).toMatchObject({ reason: "finished", text: "1000001" });
  });

  test("need not read its task", async () => {
    const folder = tempFolder();
    const driver = commandDriver("echo ready", inFolder(folder));
    const { end } = await worked(driver, aHost(shared.sandbox, driver, folder), undefined, "x".repeat(2_000_000));
    expect(end).toMatchObject({ reason: "finished", text: "ready" });
  });

  test("runs a script that lies outside the repository, and cannot change it", async () => {
    const folder = tempFolder();
    script(join(folder, "my agents/worker.sh"), 'echo broken > "$0"; basename "$0"; echo "$1"; pwd');
    writeFileSync(join(folder, "my agents/key"), "secret");
    mkdirSync(join(folder, "repo"));
    const place = { cwd: join(folder, "repo"), search: [], tree: join(folder, "repo") };
    const driver = commandDriver(`MODEL=x "../my agents/worker.sh" 'a b' && ls "${folder}/my agents"`, place);
    expect(driver.name).toBe("worker.sh");
    const { events } = await worked(driver, aHost(shared.sandbox, driver, place.tree));
    expect(outputOf(events, "stdout")).toBe(`worker.sh\na b\n${place.tree}\nworker.sh\n`);
    expect(outputOf(events, "stderr")).toMatch(/Read-only file system/);
  });

  test("runs a script of the repository as the worker's tree has it", async () => {
    const folder = tempFolder();
    script(join(folder, "repo/tools/agent.sh"), "echo as it lies on disk");
    script(join(folder, "work/tools/agent.sh"), "echo as it is committed");
    const place = { cwd: join(folder, "repo/tools"), search: [], tree: join(folder, "repo") };
    const driver = commandDriver("./agent.sh", place);
    expect(driver.mounts).toEqual([]);
    const at = aHost(shared.sandbox, driver, join(folder, "work"), { at: "/work" });
    expect((await worked(driver, at)).end.text).toBe("as it is committed");
  });

  test("says what to do about a script of the repository that is not committed", async () => {
    const folder = tempFolder();
    script(join(folder, "repo/agent.sh"), "echo hi");
    mkdirSync(join(folder, "work"));
    const driver = commandDriver("./agent.sh", { cwd: join(folder, "repo"), search: [], tree: join(folder, "repo") });
    const { end } = await worked(driver, aHost(shared.sandbox, driver, join(folder, "work"), { at: "/work" }));
    expect(end).toMatchObject({
      reason: "not-let-in",
      text: "agent.sh is not there where it runs: a worker sees only what is committed; commit it, or keep it outside the repository",
    });
  });

  test("finds a program on PATH, and shows the file behind the link", async () => {
    const folder = tempFolder();
    script(join(folder, "versions/2/cli"), "echo version two");
    mkdirSync(join(folder, "bin"));
    mkdirSync(join(folder, "repo"));
    symlinkSync(join(folder, "versions/2/cli"), join(folder, "bin/helper"));
    const place = { cwd: folder, search: [join(folder, "no-such"), join(folder, "bin")], tree: join(folder, "repo") };
    const driver = commandDriver("helper -p", place);
    expect(driver).toMatchObject({
      name: "helper",
      mounts: [{ show: join(folder, "versions/2/cli"), access: "read" }],
    });
    expect((await worked(driver, aHost(shared.sandbox, driver, place.tree))).end.text).toBe("version two");
  });

  test("says too much for a plan, though its end alone could be read", async () => {
    const folder = tempFolder();
    const driver = commandDriver("seq 60000; echo '{}'", inFolder(folder));
    const planner = { ...aJob(), mode: "plan" } as const;
    const { end } = await worked(driver, aHost(shared.sandbox, driver, folder), planner);
    expect(end).toMatchObject({ reason: "failed", text: "its answer is too long" });
  });

  test.each([
    ["is not reached when it reaches nobody", "echo 'connect ECONNREFUSED 127.0.0.1:1' >&2; exit 1", "not-reached"],
    ["has failed when such words come long before its end", "echo ECONNREFUSED >&2; echo no >&2; exit 1", "failed"],
    ["is finished all the same when it says so itself", "echo ECONNREFUSED >&2; echo done", "finished"],
  ])("%s", async (_, line, reason) => {
    const folder = tempFolder();
    const driver = commandDriver(line, inFolder(folder));
    expect((await worked(driver, aHost(shared.sandbox, driver, folder))).end.reason).toBe(reason);
  });

  test("does not take last words of a failed program for a question", async () => {
    const folder = tempFolder();
    const driver = commandDriver("echo 'QUESTION: why?'; exit 1", inFolder(folder));
    expect((await worked(driver, aHost(shared.sandbox, driver, folder))).end).toMatchObject({
      reason: "failed",
      question: null,
    });
  });
});

describe("what keeps a command from being started", () => {
  test.each([
    ["", /^no command is given$/],
    ["no-such-agent -p", /^no-such-agent is not installed/],
    ["./gone.sh", /^\.\/gone\.sh is not there: there is no file .*\/gone\.sh$/],
    ["./folder", /\/folder is a folder$/],
    ["./plain.txt", /\/plain\.txt is not executable$/],
    ["~/agent.sh", /begins with `~`/],
  ])("%j", async (spec, cause) => {
    const folder = tempFolder();
    mkdirSync(join(folder, "folder"));
    writeFileSync(join(folder, "plain.txt"), "", { mode: 0o644 });
    const probe = await commandDriver(spec, inFolder(folder)).probe();
    expect(probe).toMatchObject({ ok: false, cause: expect.stringMatching(cause), remedy: expect.stringMatching(/./) });
  });

  test("is not asked of what the shell does itself", async () => {
    for (const spec of ["exit 0", "cd sub && make", "(echo a)", '"$AGENT" -p']) {
      expect(await commandDriver(spec, inFolder("/")).probe()).toMatchObject({ ok: true });
    }
  });
});

function script(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/bash\n${text}\n`, { mode: 0o755 });
}
