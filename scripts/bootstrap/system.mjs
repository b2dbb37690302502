import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The packages a script may ask for, and the program that shows that one is there. */
const PROGRAM_OF = new Map(
  Object.entries(JSON.parse(readFileSync(new URL("system-packages.json", import.meta.url), "utf8"))),
);

/** How a person installs a package, by the program that does it. The names are those of Debian; most are the same elsewhere. */
const INSTALLERS = new Map([
  ["apt-get", "apt-get install"],
  ["dnf", "dnf install"],
  ["zypper", "zypper install"],
  ["pacman", "pacman -S"],
  ["apk", "apk add"],
]);

/** Installs what is missing where it may. Elsewhere one line says what to type, and the script that asked does not start. */
export function provideSystemPackages(packages) {
  for (const name of packages) {
    if (!PROGRAM_OF.has(name))
      throw new Error(`no system package "${name}"; known are ${[...PROGRAM_OF.keys()].join(", ")}.`);
  }
  if (missing(packages).length > 0 && canInstall()) installWithApt(missing(packages));

  const still = missing(packages);
  if (still.length > 0) throw new Error(advice(still));
}

function advice(packages) {
  if (process.platform !== "linux" && packages.includes("bubblewrap")) {
    return "bubblewrap, which holds agents and tests, exists on Linux only; use Linux, a container or a virtual machine.";
  }
  const [installer] = [...INSTALLERS.keys()].filter(isOnPath);
  if (installer === undefined)
    return `please install ${packages.join(", ")} (with your package manager), then try again`;
  const command = `${INSTALLERS.get(installer)} ${packages.join(" ")}`;
  if (!isRoot() && !isOnPath("sudo")) return `please type this as root, then try again: ${command}`;
  return `please type this, then try again: ${isRoot() ? "" : "sudo "}${command}`;
}

function missing(packages) {
  return packages.filter((name) => !isOnPath(PROGRAM_OF.get(name)));
}

function canInstall() {
  return isRoot() && isOnPath("apt-get");
}

function isRoot() {
  return typeof process.getuid === "function" && process.getuid() === 0;
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
