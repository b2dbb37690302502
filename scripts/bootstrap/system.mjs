import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The packages a suite may ask for, and the program that shows that one is there. */
const PROGRAM_OF = new Map([
  ["bash", "bash"],
  ["bats", "bats"],
  ["bubblewrap", "bwrap"],
  ["chromium", "chromium"],
  ["cmake", "cmake"],
  ["git", "git"],
  ["make", "make"],
  ["phpunit", "phpunit"],
  ["ruby", "ruby"],
  ["ruby-rspec", "rspec"],
  ["tmux", "tmux"],
]);

/** Installs what is missing where it may. Elsewhere it says what to install, and only CI takes that for a failure. */
export function provideSystemPackages(packages) {
  for (const name of packages) {
    if (!PROGRAM_OF.has(name))
      throw new Error(`no system package "${name}"; known are ${[...PROGRAM_OF.keys()].join(", ")}.`);
  }
  if (missing(packages).length > 0 && canInstall()) installWithApt(missing(packages));

  const still = missing(packages);
  if (still.length === 0) return;
  const command = isOnPath("apt-get")
    ? `sudo apt-get install ${still.join(" ")}`
    : `${still.join(", ")} (with your package manager)`;
  const advice = `please install: ${command}`;
  if (process.env.CI) throw new Error(advice);
  process.stderr.write(`bootstrap: ${advice}\n`);
}

function missing(packages) {
  return packages.filter((name) => !isOnPath(PROGRAM_OF.get(name)));
}

function canInstall() {
  return typeof process.getuid === "function" && process.getuid() === 0 && isOnPath("apt-get");
}

function installWithApt(packages) {
  process.stderr.write(`bootstrap: installing ${packages.join(", ")} with apt-get\n`);
  // Old package lists may still do, so the install is tried even when the update fails.
  apt(["update"]);
  apt(["install", "--yes", "--no-install-recommends", ...packages]);
}

function apt(args) {
  const options = ["-qq", "-o", "DPkg::Lock::Timeout=400"];
  const result = spawnSync("apt-get", [...options, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    encoding: "utf8",
  });
  if (result.status !== 0) process.stderr.write(`${result.stdout}${result.stderr}`);
}

function isOnPath(program) {
  return String(process.env.PATH)
    .split(delimiter)
    .some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
