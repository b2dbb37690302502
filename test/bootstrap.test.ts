import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { writeExecutable } from "./executable.ts";
import { tempFolder } from "./temp-folder.ts";

const scripts = join(import.meta.dirname, "../scripts");

describe("bootstrap: packages", () => {
  test("installs into a fresh clone, then has nothing to do and says nothing", async () => {
    const clone = freshClone();
    expect(await clone.bootstrap()).toMatchObject({
      status: 0,
      stdout: "",
      stderr: expect.stringMatching(/installing the packages/),
    });
    expect(await clone.bootstrap()).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(clone.calls("npm")).toEqual([NPM_CI]);
  });

  test("installs again when the lockfile has changed", async () => {
    const clone = freshClone();
    await clone.bootstrap();
    writeFileSync(join(clone.root, "package-lock.json"), '{"changed":true}');
    await clone.bootstrap();
    expect(clone.calls("npm")).toEqual([NPM_CI, NPM_CI]);
  });

  test("installs again when the Node in node_modules is gone", async () => {
    const clone = freshClone();
    writeFileSync(join(clone.root, "node_modules/.planwright-installed"), "whatever");
    await clone.bootstrap();
    expect(clone.calls("npm")).toEqual([NPM_CI]);
  });

  test("shows what npm said when it fails, and tries again the next time", async () => {
    const clone = freshClone();
    clone.program("npm", `echo "npm error network" >&2; exit 9`);
    expect(await clone.bootstrap()).toEqual({
      status: 1,
      stdout: "",
      stderr: lines(
        INSTALLING,
        "npm error network",
        "bootstrap: npm ci failed (exit code 9); its own words are above.",
      ),
    });
    clone.program("npm", INSTALL);
    expect(await clone.bootstrap()).toMatchObject({ status: 0 });
  });

  test("does not take an install without Node for a whole one", async () => {
    const clone = freshClone();
    clone.program("npm", "exit 0");
    expect(await clone.bootstrap()).toMatchObject({ status: 1, stderr: expect.stringMatching(/npm left out Node 24/) });
    expect(await clone.bootstrap()).toMatchObject({ status: 1 });
  });

  test("keeps npm off the Node that it is about to delete", async () => {
    const clone = freshClone();
    clone.program("npm", `echo "$PATH" > path; ${INSTALL}`);
    await clone.bootstrap([], { PATH: `${clone.root}/node_modules/.bin:${clone.path}` });
    expect(readFileSync(join(clone.root, "path"), "utf8")).toBe(`${clone.path}\n`);
  });

  test("installs once when several start at the same time", async () => {
    const clone = freshClone();
    clone.program("npm", `/bin/sleep 0.3; ${INSTALL}`);
    const results = await Promise.all([clone.bootstrap(), clone.bootstrap(), clone.bootstrap()]);
    expect(results.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(clone.calls("npm")).toEqual([NPM_CI]);
    expect(readdirSync(clone.temp)).toEqual([]);
  });

  test("starts over after it was killed, once the npm it left behind is done", async () => {
    const clone = freshClone();
    const order = join(clone.root, "order");
    // It also stops waiting when the test is over and its folder gone.
    const waitForGo = "while [ -e order ] && [ ! -e go ]; do /bin/sleep 0.02; done";
    clone.program("npm", `echo began >> order; ${waitForGo}; ${INSTALL}; echo ended >> order`);
    const killed = clone.start();
    await until(() => existsSync(order) && clone.isTurnShared());
    killed.kill("SIGKILL");
    await once(killed, "exit");
    expect(existsSync(join(clone.root, "node_modules/.planwright-installed"))).toBe(false);

    const second = clone.start();
    let said = "";
    second.stderr.setEncoding("utf8").on("data", (words) => {
      said += words;
    });
    await until(() => said !== "");
    writeFileSync(join(clone.root, "go"), "");
    expect(await once(second, "close")).toEqual([0, null]);
    expect(said).toBe(lines("bootstrap: waiting for another install of this checkout", INSTALLING));
    expect(readFileSync(order, "utf8")).toBe("began\nended\nbegan\nended\n");
  });

  test("says in one line that npm is missing", async () => {
    const clone = freshClone();
    const { status, stderr } = await clone.bootstrap([], { PATH: "" });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: lines(INSTALLING, "bootstrap: npm is not on PATH; install it along with Node."),
    });
  });

  test("tells an old Node in one line", async () => {
    const clone = freshClone();
    const old = `Object.defineProperty(process.versions, "node", { value: "12.22.12" })`;
    const { status, stderr } = await clone.bootstrap([], { before: old });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: lines("bootstrap: Node 20 or newer is needed to set up Planwright; this is 12.22.12."),
    });
  });
});

describe("bootstrap: system packages", () => {
  test("is quiet when the programs are there", async () => {
    const clone = await installedClone();
    clone.program("bwrap", "");
    clone.program("git", "");
    expect(await clone.bootstrap(["--system", "bubblewrap,git"])).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("installs what is missing with apt-get when it is root", async () => {
    const clone = await installedClone();
    clone.program("git", "");
    clone.program(
      "apt-get",
      `[ "$4" = install ] && echo > "${clone.path}/bwrap" && /bin/chmod +x "${clone.path}/bwrap"`,
    );
    const result = await clone.bootstrap(["--system", "git,bubblewrap"], { before: asRoot });
    expect(result).toEqual({
      status: 0,
      stdout: "",
      stderr: lines("bootstrap: installing bubblewrap with apt-get"),
    });
    expect(clone.calls("apt-get")).toEqual([
      "-qq -o DPkg::Lock::Timeout=400 update",
      "-qq -o DPkg::Lock::Timeout=400 install --yes --no-install-recommends bubblewrap",
    ]);
  });

  test("says in one line what to type, and fails, when it is not root", async () => {
    const clone = await installedClone();
    clone.program("apt-get", "");
    const asked = () => clone.bootstrap(["--system", "tmux,chromium"], { before: asSomebody });
    const command = "apt-get install tmux chromium";
    expect(await asked()).toEqual({
      status: 1,
      stdout: "",
      stderr: lines(`bootstrap: please type this as root, then try again: ${command}`),
    });
    clone.program("sudo", "");
    expect((await asked()).stderr).toBe(lines(`bootstrap: please type this, then try again: sudo ${command}`));
    expect([clone.calls("apt-get"), clone.calls("sudo")]).toEqual([[], []]);
  });

  test.each([
    ["dnf", "dnf install bubblewrap"],
    ["pacman", "pacman -S bubblewrap"],
  ])("says what to type where packages come from %s", async (installer, command) => {
    const clone = await installedClone();
    clone.program(installer, "");
    expect(await clone.bootstrap(["--system", "bubblewrap"], { before: asRoot })).toMatchObject({
      status: 1,
      stderr: lines(`bootstrap: please type this, then try again: ${command}`),
    });
  });

  test("names the packages where it knows of no way to install them", async () => {
    const clone = await installedClone();
    expect(await clone.bootstrap(["--system", "tmux,chromium"], { before: asRoot })).toMatchObject({
      status: 1,
      stderr: lines("bootstrap: please install tmux, chromium (with your package manager), then try again"),
    });
  });

  test("says that bubblewrap exists on Linux only", async () => {
    const clone = await installedClone();
    const before = `Object.defineProperty(process, "platform", { value: "darwin" })`;
    // Packages are made for a platform, so these are installed again first.
    expect(await clone.bootstrap(["--system", "git,bubblewrap"], { before })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/exists on Linux only; use Linux, a container or a virtual machine\.\n$/),
    });
  });

  test("shows why apt-get failed", async () => {
    const clone = await installedClone();
    clone.program("apt-get", "echo E: no such package; exit 100");
    expect(await clone.bootstrap(["--system", "tmux"], { before: asRoot })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/E: no such package\nbootstrap: please type this/),
    });
  });

  test("refuses a package it does not know", async () => {
    const clone = await installedClone();
    expect(await clone.bootstrap(["--system", "emacs"])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/no system package "emacs"/),
    });
  });
});

const asRoot = "process.getuid = () => 0";
const asSomebody = "process.getuid = () => 1000";

const NPM_CI = "ci --include=dev --dry-run=false --loglevel=error --no-audit --no-fund";
const INSTALLING = "bootstrap: installing the packages of package-lock.json (once per change of it)";
const INSTALL = "/bin/mkdir -p node_modules/node/bin; echo > node_modules/node/bin/node";

function lines(...all: string[]): string {
  return all.map((line) => `${line}\n`).join("");
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(20);
}

interface Circumstances {
  /** JavaScript that runs before the bootstrap, to change what it sees of the machine. */
  before?: string;
  PATH?: string;
}

/** A checkout on a machine that has only the programs a test gives it; npm "installs" by making the Node it must leave. */
function freshClone() {
  const folder = tempFolder();
  const root = join(folder, "a clone");
  const path = join(folder, "bin");
  const temp = join(folder, "tmp");
  for (const each of [path, temp, join(root, "node_modules")]) mkdirSync(each, { recursive: true });
  cpSync(join(scripts, "bootstrap.mjs"), join(root, "scripts/bootstrap.mjs"));
  cpSync(join(scripts, "bootstrap"), join(root, "scripts/bootstrap"), { recursive: true });
  writeFileSync(join(root, "package-lock.json"), "{}");

  const program = (name: string, script: string) =>
    writeExecutable(join(path, name), `echo "$*" >> "${folder}/${name}.calls"\n${script}`);
  program("npm", INSTALL);

  const start = (args: string[] = [], { before = "", PATH = path }: Circumstances = {}) =>
    spawn(
      process.execPath,
      ["--import", `data:text/javascript,${before}`, join(root, "scripts/bootstrap.mjs"), ...args],
      { cwd: folder, env: { PATH, TMPDIR: temp } },
    );
  return {
    root,
    path,
    temp,
    program,
    start,
    async bootstrap(args?: string[], circumstances?: Circumstances) {
      const running = start(args, circumstances);
      const [stdout, stderr, [status]] = await Promise.all([
        text(running.stdout),
        text(running.stderr),
        once(running, "exit"),
      ]);
      return { status, stdout, stderr };
    },
    /** Whether the install under way would be waited for without the bootstrap that began it: it names npm as well. */
    isTurnShared(): boolean {
      const turn = readdirSync(temp).find((name) => /^planwright-bootstrap-[0-9a-f]+$/.test(name));
      return turn !== undefined && / \d+$/.test(readFileSync(join(temp, turn), "utf8"));
    },
    calls(name: string): string[] {
      const file = join(folder, `${name}.calls`);
      return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
    },
  };
}

async function installedClone() {
  const clone = freshClone();
  await clone.bootstrap();
  return clone;
}
