import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

// The suites in which workers attack, as whoever runs this; root runs them as an ordinary user as well. Root is held by
// taking its rights away, everybody else by never having had any: two different things to test.

const top = join(import.meta.dirname, "..");
const ATTACK = ["run", "--config", "vitest.attack.config.ts"];
/** Mutated and honest work is judged the same whoever runs it, and takes the longest. */
const BY_USER = ["engine", "first", "lies", "plan-mode", "system"].map((name) => `test/attack/${name}`);
const QUICK = ["run", "src/programs", "src/sandbox", "src/workspace"];
const NOBODY = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];
const words = process.argv.slice(2);

type Half = { who: string; seconds: number; isGreen: boolean };

function main(): number {
  const halves = [half("as yourself", () => vitest(top, [], [...ATTACK, ...words]))];
  if (process.getuid?.() === 0) {
    const place = mkdtempSync(join(tmpdir(), "planwright-attack-"));
    try {
      const copy = copyForEverybody(place);
      const asNobody = (args: string[]) => vitest(copy, ["setpriv", ...NOBODY], [...args, "--configLoader", "native"]);
      halves.push(half("as an ordinary user", () => asNobody([...ATTACK, ...(words.length > 0 ? words : BY_USER)])));
      // These run as root in `npm test`.
      if (words.length === 0)
        halves.push(half("programs, sandbox and workspace as an ordinary user", () => asNobody(QUICK)));
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }
  process.stdout.write("\n");
  for (const { who, seconds, isGreen } of halves) {
    process.stdout.write(`attacks ${who}: ${isGreen ? "held" : "NOT HELD"} (${seconds.toFixed(0)} s)\n`);
  }
  if (process.getuid?.() !== 0) process.stdout.write("attacks as root: left out; run this as root for both halves\n");
  return halves.every(({ isGreen }) => isGreen) ? 0 : 1;
}

function half(who: string, run: () => boolean): Half {
  process.stdout.write(`\n== attacks ${who}\n`);
  const began = performance.now();
  const isGreen = run();
  return { who, seconds: (performance.now() - began) / 1000, isGreen };
}

function vitest(folder: string, before: readonly string[], args: readonly string[]): boolean {
  const runner = join(folder, "node_modules/vitest/vitest.mjs");
  const node = join(folder, "node_modules/node/bin/node");
  const [program = "", ...rest] = [...before, node, runner, ...args, "--cache=false"];
  const env = before.length === 0 ? process.env : environmentOf(folder);
  return spawnSync(program, rest, { cwd: folder, env, stdio: "inherit" }).status === 0;
}

/** A home and a folder for temporary files of its own, and no program from a place that only root may enter. */
const environmentOf = (folder: string): NodeJS.ProcessEnv => ({
  PATH: `${join(folder, "node_modules/.bin")}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
  HOME: join(dirname(folder), "home"),
  TMPDIR: join(dirname(folder), "tmp"),
  LANG: "C.UTF-8",
  ...(process.env.CI && { CI: process.env.CI }),
});

/** The working files, tracked or not, but nothing that git ignores; in a place that everybody may enter. */
function copyForEverybody(place: string): string {
  chmodSync(place, 0o755);
  const copy = join(place, "checkout");
  for (const folder of [copy, join(place, "home"), join(place, "tmp")]) {
    mkdirSync(folder);
    chownSync(folder, 65534, 65534);
  }
  const listing = spawnSync("git", ["ls-files", "-coz", "--exclude-standard"], { cwd: top, encoding: "utf8" });
  if (listing.status !== 0) throw new Error(`cannot list the working files: ${listing.stderr}`);
  // A file that was deleted, and whose deletion is not committed, is still listed.
  const paths = listing.stdout.split("\0").filter((path) => lstatSync(join(top, path), NO_THROW)?.isFile());
  for (const path of new Set(paths)) cpSync(join(top, path), join(copy, path));
  const modules = join(top, "node_modules");
  if (isReadable(modules)) symlinkSync(modules, join(copy, "node_modules"));
  else cpSync(modules, join(copy, "node_modules"), { recursive: true, verbatimSymlinks: true });
  spawnSync("chown", ["-R", "-h", "65534:65534", place]);
  return copy;
}

const NO_THROW = { throwIfNoEntry: false } as const;

const isReadable = (folder: string): boolean =>
  spawnSync("setpriv", [...NOBODY, "test", "-r", join(folder, "vitest/package.json")]).status === 0;

process.exitCode = main();
