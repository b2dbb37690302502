import { spawnSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

// Installs the agents of `test/agents` where they are missing, or older than their lockfile. Of all the scripts that come
// with them two are run, which put a program in its place.

const top = join(import.meta.dirname, "..");
const folder = join(top, "test/agents");
const stamp = join(folder, "node_modules/.agents-installed");

const INSTALL = [
  "ci",
  "--ignore-scripts",
  "--prefer-offline",
  "--fetch-retries=1",
  "--loglevel=error",
  "--no-audit",
  "--no-fund",
];
const SCRIPTS = ["@anthropic-ai/claude-code/install.cjs", "opencode-ai/postinstall.mjs"];

function main(): number {
  const installed = changedAt(stamp);
  if (installed !== null && installed >= (changedAt(join(folder, "package-lock.json")) ?? 0)) return 0;
  process.stderr.write("installing the agents of test/agents/package-lock.json (once per change of it)\n");
  const isDone =
    run("npm", INSTALL) && SCRIPTS.every((script) => run(process.execPath, [join(folder, "node_modules", script)]));
  if (isDone) writeFileSync(stamp, "");
  else process.stderr.write("the agents are not installed; what was tried last says why, above\n");
  return isDone ? 0 : 1;
}

function run(program: string, args: readonly string[]): boolean {
  // On an older Node, npm would refuse them, or find older ones.
  const PATH = [join(top, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const options = { cwd: folder, env: { ...process.env, PATH }, stdio: ["ignore", 2, 2] as ["ignore", number, number] };
  return spawnSync(program, args, options).status === 0;
}

function changedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

process.exitCode = main();
