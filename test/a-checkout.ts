import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { planwright, type Run } from "./cli.ts";
import { tempFolder } from "./temp-folder.ts";

/** A person's checkout with a plan in it, and a home of Planwright's that nobody else uses. */
export type ACheckout = { place: string; top: string; home: string };

/** `a.txt` says `old` in the base and `new` in the checkout; the plan's contracts are the ones given. */
export function aCheckout(
  contracts: readonly string[] = [PROVEN],
  { init = [] as string[], name = "repository" } = {},
) {
  const place = tempFolder();
  const checkout: ACheckout = { place, top: join(place, name), home: join(place, "home") };
  mkdirSync(checkout.top);
  gitIn(checkout.top, "init", "-q", "-b", "main", ...init);
  write(checkout.top, { "a.txt": "old\n", "plan.md": planOf(contracts) });
  gitIn(checkout.top, "add", "-A");
  gitIn(checkout.top, "commit", "-qm", "base");
  write(checkout.top, { "a.txt": "new\n" });
  return checkout;
}

/** A contract that the work of a checkout proves. */
export const PROVEN = "grep -q new a.txt";

export function planOf(contracts: readonly string[], settings = ""): string {
  const steps = contracts.map(
    (command, index) =>
      `\n### ${index + 1}. Step ${index + 1}\n\n**task:**\nDo it.\n\n**contract:**\n\`\`\`shell\n${command}\n\`\`\`\nexit_code == 0\n${settings}`,
  );
  return `---\ntype: plan\n---\n\n# Words\n\n## Steps\n${steps.join("")}`;
}

export const check = ({ top, home }: ACheckout, args: readonly string[] = [], env: Record<string, string> = {}): Run =>
  planwright(["check", "plan.md", ...args], top, { PLANWRIGHT_HOME: home, ...env });

type Told = {
  conclusion: string;
  contracts: { hints: string[]; after: { told: { headline: string; details: string[] } } }[];
};

/** What each step comes to, and why. */
export function conclusions(run: Run): { conclusion: string; headline: string; details: string; hints: string[] }[] {
  if (run.stdout === "") throw new Error(run.stderr);
  return JSON.parse(run.stdout).steps.map(({ conclusion, contracts: [first] }: Told) => ({
    conclusion,
    headline: first?.after.told.headline ?? "",
    details: first?.after.told.details.join("\n") ?? "",
    hints: first?.hints ?? [],
  }));
}

export function write(top: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
}

export function gitIn(top: string, ...args: string[]): string {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "protocol.file.allow=always"];
  const { status, stdout, stderr } = spawnSync("git", [...identity, ...args], { cwd: top, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

/** Runs a script in a mount namespace of its own, so that what it mounts goes away with it. For root only. */
export function withMounts(script: string, { top, home }: ACheckout): Run {
  const { status, stdout, stderr } = spawnSync("unshare", ["-m", "bash", "-ec", script], {
    cwd: top,
    encoding: "utf8",
    env: { ...process.env, PLANWRIGHT_HOME: home, PW: resolve("bin/planwright") },
  });
  return { status, stdout, stderr };
}

/**
 * Everything below a folder with type, mode, links and content. The objects of git are left out: the tree that is
 * proven is stored there, as `git add` would do, and nothing refers to it.
 */
export function fingerprintOf(top: string): string {
  const hash = createHash("sha256");
  const walk = (path: Buffer): void => {
    const stats = lstatSync(path);
    hash.update(`${path.toString("latin1")}\0${stats.mode}\0${stats.uid}\0`);
    if (stats.isSymbolicLink()) hash.update(readlinkSync(path));
    if (stats.isFile()) hash.update(`${stats.nlink}\0`).update(readFileSync(path));
    if (!stats.isDirectory()) return;
    for (const name of readdirSync(path, { encoding: "buffer" }).sort(Buffer.compare)) {
      const below = Buffer.concat([path, Buffer.from("/"), name]);
      if (!/\/\.git\/(?:objects|logs)$/.test(below.toString("latin1"))) walk(below);
    }
  };
  walk(Buffer.from(top));
  return hash.digest("hex");
}

/** What a check that is over has left: processes, mounts, groups, scratch folders, drafts and locks of git. */
export function leftBehind({ place, home }: ACheckout): string[] {
  const scratch = join(home, "scratch");
  return [
    ...processesWith(place),
    ...readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .filter((line) => line.includes(place)),
    ...(existsSync(scratch) ? readdirSync(scratch) : []),
    ...(existsSync(home) ? filesBelow(home).filter((path) => /\.lock$|\.tmp$|\/\.planwright-|tmp_obj/.test(path)) : []),
  ];
}

/** The ids and command lines of processes that name a folder in their arguments, or work in it. */
export function processesWith(place: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        // One that is being ended has no memory any more, and can do nothing; its folder it leaves a moment later.
        if (line === "") return [];
        return line.includes(place) || readlinkSync(`/proc/${pid}/cwd`).startsWith(place) ? [`${pid} ${line}`] : [];
      } catch {
        return [];
      }
    });
}

/** The groups that runs of these processes, or of any, have made. */
export function groupsOf(pid: number | null): string[] {
  return ["memory", "pids", "."].flatMap((name) => {
    const folder = join("/sys/fs/cgroup", name);
    if (!existsSync(folder)) return [];
    return filesBelow(folder, 3).filter(
      (path) => path.includes(`/planwright-${pid ?? ""}`) && !/\/[a-z]+\.[^/]*$/.test(path),
    );
  });
}

function filesBelow(folder: string, depth = 20): string[] {
  if (depth === 0) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // A name that is no UTF-8 leads nowhere as a string.
    const isFollowed = entry.isDirectory() && !entry.name.includes("\ufffd");
    return isFollowed ? [path, ...filesBelow(path, depth - 1)] : [path];
  });
}
