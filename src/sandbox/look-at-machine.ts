import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Offers } from "../ports/sandbox.ts";
import { nursery } from "../programs/nursery.ts";
import { runProgram } from "../programs/run-program.ts";
import { ALONE } from "./bubblewrap-arguments.ts";
import { type Cgroups, findCgroups } from "./cgroups.ts";
import { type OpenWatch, openWatch, watchTrouble } from "./open-watch.ts";
import { OWN_ENVIRONMENT } from "./own-environment.ts";
import { type Facts, troubleWith } from "./trouble.ts";

export type Machine = { offers: Offers; cgroups: Cgroups; bubblewrap: string };

/** What this machine offers, tried and not guessed. `folder` is where overlays would lie; it may be written. */
export async function lookAtMachine(folder: string): Promise<Machine> {
  const bubblewrap = PLACES.find((path) => existsSync(path));
  // Without it the programs would get open files that are none of theirs.
  if (bubblewrap && nursery() === null) return holdingNothing(NO_NURSERY);
  if (process.platform !== "linux" || !bubblewrap) return holdingNothing(troubleWith(factsWith(null, "")));
  const [said, held, overlay, unwatched, cgroups] = await Promise.all([
    run(bubblewrap, ["--version"]),
    run(bubblewrap, [...ALONE, "--unshare-net", ...WHOLE, "--", "true"]),
    hasOverlay(folder, bubblewrap),
    whyUnwatched(folder),
    findCgroups(),
  ]);
  const version = said.stdout.split(" ")[1]?.trim();
  if (!version) return holdingNothing(troubleWith(factsWith(null, "")));
  if (!held.isFine) return holdingNothing(troubleWith(factsWith(version, held.stderr)));
  const isRoot = process.getuid?.() === 0;
  const offers: Offers = {
    isHolding: true,
    mechanism: `bubblewrap ${version}`,
    overlay,
    memory: cgroups.memory ? `cgroup-v${cgroups.memory.version}` : "per-process",
    // The kernel does not count the processes of root.
    processes: cgroups.processes ? `cgroup-v${cgroups.processes.version}` : isRoot ? "none" : "per-user",
    unwatched,
    trouble: [],
  };
  return { offers, cgroups, bubblewrap };
}

const NO_NURSERY = {
  cause:
    "programs are started by bash, which is not in /bin or /usr/bin, or no folder for temporary files can be written",
  remedy: "install bash, or make /tmp writable",
};

/** Never by PATH, which may lead into a repository. */
const PLACES = ["/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"];

const WHOLE = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--size", "4096", "--tmpfs", "/tmp"];

function holdingNothing(trouble: Offers["trouble"][number]): Machine {
  return {
    offers: {
      ...{ isHolding: false, mechanism: "none", overlay: false, memory: "none", processes: "none" },
      unwatched: trouble,
      trouble: [trouble],
    },
    cgroups: { memory: null, processes: null },
    bubblewrap: "",
  };
}

function factsWith(version: string | null, complaint: string): Facts {
  return {
    platform: process.platform,
    osRelease: textOf("/etc/os-release") ?? "",
    version,
    complaint: complaint.trim().replaceAll("\n", "; "),
    kernel: {
      unprivilegedUserns: setting("kernel/unprivileged_userns_clone"),
      apparmorRestrict: setting("kernel/apparmor_restrict_unprivileged_userns"),
      maxUserNamespaces: setting("user/max_user_namespaces"),
    },
    isContainer: existsSync("/.dockerenv") || existsSync("/run/.containerenv"),
  };
}

const setting = (name: string): string | null => textOf(`/proc/sys/${name}`)?.trim() ?? null;

/** Within a user namespace, on this very disk, and shown by bubblewrap: each of them may be what does not work. */
async function hasOverlay(folder: string, bubblewrap: string): Promise<boolean> {
  const place = join(folder, "overlay");
  for (const name of ["", "lower", "upper", "work", "mnt"]) mkdirSync(join(place, name));
  const script =
    'cd "$1" && mount -t overlay overlay -o userxattr,volatile,lowerdir=lower,upperdir=upper,workdir=work mnt && shift && exec "$@"';
  const inside = [...ALONE, ...WHOLE, "--bind", join(place, "mnt"), "/mnt", "--", "touch", "/mnt/written"];
  const shell = ["sh", "-c", script, "sh", place, bubblewrap, ...inside];
  const { isFine } = await run("unshare", ["--user", "--map-root-user", "--mount", ...shell]);
  return isFine && existsSync(join(place, "upper/written"));
}

/** Tried on a file of our own. */
async function whyUnwatched(folder: string): Promise<Offers["unwatched"]> {
  const trouble = watchTrouble();
  if (trouble !== null) return trouble;
  const place = join(folder, "watched");
  mkdirSync(place);
  writeFileSync(join(place, "file"), "");
  const { opened, missed } = await watchedReading(place, "file");
  if (missed === null && opened.has("file")) return null;
  return {
    cause: missed ?? "the kernel does not tell which files are opened",
    remedy: "sudo sysctl -w fs.inotify.max_user_instances=512 fs.inotify.max_user_watches=524288",
  };
}

/** The folder may be gone by then, where its disk is full; what watches it must end all the same, or we never would. */
async function watchedReading(place: string, name: string): ReturnType<OpenWatch["end"]> {
  const watch = openWatch();
  try {
    await watch.begin(place, [""]);
    readFileSync(join(place, name));
  } catch (error) {
    await watch.end();
    throw error;
  }
  return watch.end();
}

type Answer = { isFine: boolean; stdout: string; stderr: string };

async function run(file: string, args: readonly string[]): Promise<Answer> {
  const options = { cwd: "/", env: OWN_ENVIRONMENT, signal: AbortSignal.timeout(10_000) };
  const { status, stdout, stderr } = await runProgram([file, ...args], options);
  const said = stderr.toString("utf8") || `exit code ${status}`;
  return { isFine: status === 0, stdout: stdout.toString("utf8"), stderr: status === 0 ? "" : said };
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
