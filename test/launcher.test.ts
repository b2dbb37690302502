import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeExecutable } from "./executable.ts";
import { tempFolder } from "./temp-folder.ts";

const root = join(import.meta.dirname, "..");

describe("bin/planwright", () => {
  test("runs the checkout's start file on the checkout's Node", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const { status, stdout } = run(join(root, "bin/planwright"), ["--version"], { cwd: tempFolder() });
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${version}\n` });
  });

  test("passes every argument on as it is", () => {
    const checkout = fakeCheckout();
    const args = ["verify", "", "two words", "*", "$HOME", "--", 'a "quote"'];
    expect(run(checkout.launcher, args).stdout).toBe(
      [`${checkout.root}/bin/../src/cli/start.ts`, ...args, ""].join("\n"),
    );
  });

  test("starts through symbolic links, absolute, relative and chained", () => {
    const { root: checkout, launcher } = fakeCheckout();
    const elsewhere = tempFolder();
    symlinkSync(launcher, join(elsewhere, "absolute"));
    symlinkSync("absolute", join(elsewhere, "chained"));
    symlinkSync("planwright", join(checkout, "bin/relative"));
    symlinkSync(checkout, join(elsewhere, "folder"));
    for (const path of [
      join(elsewhere, "absolute"),
      join(elsewhere, "chained"),
      join(checkout, "bin/relative"),
      join(elsewhere, "folder/bin/relative"),
    ]) {
      expect(run(path, ["hello"])).toMatchObject({ status: 0, stdout: expect.stringMatching(/start\.ts\nhello\n$/) });
    }
  });

  test("starts when found on PATH, and when sh is given its bare name", () => {
    const checkout = fakeCheckout();
    const bin = join(checkout.root, "bin");
    expect(run("planwright", ["hello"], { PATH: bin }).stdout).toMatch(/hello\n$/);
    expect(run("/bin/sh", ["planwright", "hello"], { cwd: bin }).stdout).toMatch(/hello\n$/);
  });

  test("ignores the Node of the shell and needs no other program", () => {
    const checkout = fakeCheckout();
    const shell = tempFolder();
    writeExecutable(join(shell, "node"), "echo the wrong Node");
    expect(run(checkout.launcher, ["hello"], { PATH: shell }).stdout).toMatch(/hello\n$/);
    expect(run(checkout.launcher, ["hello"], { PATH: "" }).stdout).toMatch(/hello\n$/);
  });

  test("becomes Node instead of waiting for it", async () => {
    const checkout = fakeCheckout("echo $$; exit 7");
    const launched = spawn(checkout.launcher);
    const [output] = await once(launched.stdout, "data");
    const [status] = await once(launched, "exit");
    expect({ pid: Number(output), status }).toEqual({ pid: launched.pid, status: 7 });
  });

  test("sets a fresh clone up with whatever Node is there, on stderr, then starts", () => {
    const checkout = freshClone();
    const shell = tempFolder();
    const ours = join(checkout.root, "node_modules/node/bin");
    writeExecutable(
      join(shell, "node"),
      `echo "bootstrapping: $*"; /bin/mkdir -p "${ours}"; printf '#!/bin/sh\\necho started' > "${ours}/node"; /bin/chmod +x "${ours}/node"`,
    );
    expect(run(checkout.launcher, ["verify"], { PATH: shell })).toMatchObject({
      status: 0,
      stdout: "started\n",
      stderr: `bootstrapping: ${checkout.root}/bin/../scripts/bootstrap.mjs\n`,
    });
  });

  test("does not start when setting up fails", () => {
    const checkout = freshClone();
    const shell = tempFolder();
    writeExecutable(join(shell, "node"), "echo no network; exit 3");
    expect(run(checkout.launcher, [], { PATH: shell })).toMatchObject({
      status: 3,
      stdout: "",
      stderr: "no network\n",
    });
  });

  test("says in one line that there is no Node at all", () => {
    const { status, stdout, stderr } = run(freshClone().launcher, [], { PATH: "" });
    expect({ status, stdout, stderr }).toEqual({
      status: 127,
      stdout: "",
      stderr: "planwright: no Node found; install Node 20 or newer, the rest is set up from there.\n",
    });
  });
});

test("bin/agentctl is the same launcher, for another start file", () => {
  const ours = readFileSync(join(root, "bin/agentctl"), "utf8");
  const as = ours
    .replace("`agentctl`", "Planwright")
    .replace("agentctl: no Node", "planwright: no Node")
    .replace("start-agentctl.ts", "start.ts");
  expect(as).toBe(readFileSync(join(root, "bin/planwright"), "utf8"));
  expect(run(join(root, "bin/agentctl"), ["--help"], { cwd: tempFolder() })).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Examples:\n {2}agentctl /),
  });
});

/** A checkout whose Node is a shell script; by default it prints its arguments, one per line. */
function fakeCheckout(node = 'printf "%s\\n" "$@"') {
  const checkout = join(tempFolder(), "a checkout");
  mkdirSync(join(checkout, "bin"), { recursive: true });
  cpSync(join(root, "bin/planwright"), join(checkout, "bin/planwright"));
  writeExecutable(join(checkout, "node_modules/node/bin/node"), node);
  return { root: checkout, launcher: join(checkout, "bin/planwright") };
}

function freshClone() {
  const checkout = fakeCheckout();
  rmSync(join(checkout.root, "node_modules"), { recursive: true });
  return checkout;
}

function run(program: string, args: string[], { cwd, PATH }: { cwd?: string; PATH?: string } = {}) {
  const env = PATH === undefined ? process.env : { PATH };
  return spawnSync(program, args, { encoding: "utf8", env, ...(cwd === undefined ? {} : { cwd }) });
}
