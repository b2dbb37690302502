import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { delimiter, join } from "node:path";

// Installs the agents of `test/agents` where they are missing, or older than their lockfile. They need no scripts to be
// installed, and so none is run.

const top = join(import.meta.dirname, "..");
const folder = join(top, "test/agents");

function main(): number {
  const installed = changedAt(join(folder, "node_modules/.package-lock.json"));
  if (installed !== null && installed >= (changedAt(join(folder, "package-lock.json")) ?? 0)) return 0;
  process.stderr.write("installing the agents of test/agents/package-lock.json (once per change of it)\n");
  // On an older Node, npm would refuse them, or find older ones. `npm ci` insists on a package for every platform, which
  // not every registry has; what is there is taken by the lockfile all the same.
  const PATH = [join(top, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const { status } = spawnSync(
    "npm",
    ["install", "--no-save", "--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund"],
    {
      cwd: folder,
      env: { ...process.env, PATH },
      stdio: ["ignore", 2, 2],
    },
  );
  if (status !== 0) process.stderr.write("the agents are not installed; npm's own words are above\n");
  return status ?? 1;
}

function changedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

process.exitCode = main();
