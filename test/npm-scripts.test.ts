import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** What shows quickly which programs a script starts: what it is given, or why it is not started here. */
const STARTED: Readonly<Record<string, readonly string[] | string>> = {
  demo: [],
  test: ["src/workspace/folders/own-folder.test.ts", "src/agents/command.test.ts"],
  "test:machine": ["test/check.test.ts", "-t", "five different true things"],
  "test:engine": ["test/engine/terminal.test.ts", "-t", "a no is a no"],
  "test:attack": ["test/attack/canaries.test.ts"],
  "test:crash": ["test/crash/bad-repositories-writing.test.ts", "-t", "TMPDIR that is not there"],
  "test:real": "needs the network",
  "test:builtin": ["src/builtin/hands/plan-mode.test.ts"],
  "test:properties": ["src/shell"],
  "test:agents": "needs the network, and 1.6 GB",
  check: [],
  fix: ["src/std"],
  build: [],
  bench: ["programs"],
  fuzz: ["--runs", "50"],
  "rule-index": [],
};

const root = join(import.meta.dirname, "..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const { scripts } = read("package.json") as { scripts: Record<string, string> };
const programOf = read("scripts/bootstrap/system-packages.json") as Record<string, string>;
const started = Object.keys(scripts).filter((name) => !name.startsWith("pre"));
const place = mkdtempSync(join(tmpdir(), "planwright-scripts-"));
const checkout = join(place, "checkout");

beforeAll(copyCheckout);
afterAll(() => rmSync(place, { recursive: true, force: true }));

test("every script is known here, and sets up what it needs before it starts", () => {
  expect(Object.keys(STARTED).sort()).toEqual(started.toSorted());
  const bootstraps = started.filter((name) => /^node scripts\/bootstrap\.mjs( |$)/.test(scripts[`pre${name}`] ?? ""));
  expect(bootstraps).toEqual(started);
});

describe("starts nothing but what its bootstrap asks for", () => {
  test.for(started)("npm run %s", { timeout: 240_000 }, (name, context) => {
    const given = STARTED[name] ?? [];
    if (typeof given === "string") return context.skip(given);
    const asked = /--system (\S+)/.exec(scripts[`pre${name}`] ?? "")?.[1]?.split(",") ?? [];
    const { status, output } = npmRun(
      name,
      given,
      pathWith(
        name,
        asked.map((each) => programOf[each] ?? each),
      ),
    );
    expect({ status, output }).toEqual({ status: 0, output: expect.not.stringMatching(NOT_THERE) });
  });
});

const BWRAP = "/usr/bin/bwrap";

/** A shell's words, and Node's. */
const NOT_THERE = /: (?:command )?not found|spawn(?:Sync)? \S+ ENOENT/;

function npmRun(name: string, given: readonly string[], PATH: string) {
  const home = join(place, "home");
  // Our sandbox takes bubblewrap from where the system has it, whatever PATH says; there it is hidden, too.
  const hiding = existsSync(join(PATH, "bwrap"))
    ? []
    : [BWRAP, "--dev-bind", "/", "/", "--ro-bind", "/dev/null", BWRAP];
  const [program = "", ...args] = [...hiding, "npm", "run", "--ignore-scripts", name, "--", ...given];
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: checkout,
    encoding: "utf8",
    // In CI a test fails when what it needs is not there.
    env: {
      PATH,
      HOME: home,
      PLANWRIGHT_HOME: join(home, "planwright"),
      LANG: "C.UTF-8",
      CI: "true",
      PROPERTY_TIMES: "1",
    },
  });
  return { status, output: `${stdout}${stderr}` };
}

/** A folder with links to what every machine with npm has, and to these programs. */
function pathWith(name: string, programs: readonly string[]): string {
  const folder = join(place, `path-${name.replace(":", "-")}`);
  mkdirSync(folder);
  for (const program of [...EVERYWHERE, ...programs]) {
    const found = find(program);
    if (found) symlinkSync(found, join(folder, program));
  }
  symlinkSync(process.execPath, join(folder, "node"));
  return folder;
}

function find(program: string): string | undefined {
  const folders = String(process.env.PATH).split(delimiter);
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The working files, in a place where scripts may write: `fix` and `build` do. */
function copyCheckout(): void {
  const { stdout } = spawnSync("git", ["ls-files", "-coz", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const path of new Set(stdout.split("\0"))) {
    const from = join(root, path);
    if (path !== "" && lstatSync(from, { throwIfNoEntry: false })) cpSync(from, join(checkout, path));
  }
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  spawnSync("git", ["init", "-q"], { cwd: checkout });
}

/** npm, and what no Linux comes without: of coreutils, util-linux and the like, what scripts use. */
const EVERYWHERE = `
  npm sh awk base64 basename cat clear chgrp chmod chown cmp cp cut date dd df diff dirname du echo env expr false
  find flock fold getent grep gzip head hostname id install kill ln ls mkdir mkfifo mknod mktemp mount mountpoint mv
  nice nl nohup nproc nsenter od paste perl printenv printf prlimit pwd readlink realpath rm rmdir script sed seq
  setpriv setsid sha1sum sha256sum shuf sleep sort split stat stdbuf stty sync tac tail tar tee test timeout touch tr
  true truncate tty umount uname uniq unlink unshare wc which whoami xargs yes`
  .trim()
  .split(/\s+/);
