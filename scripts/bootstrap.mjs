// Makes a fresh clone ready before an npm script runs: `node scripts/bootstrap.mjs [--system bubblewrap,chromium]`.
// It runs before anything is installed, on whatever Node is there: no dependencies, and syntax that even Node 12 can read.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

async function bootstrap(args) {
  if (parseInt(process.versions.node, 10) < 20) {
    throw new Error(`Node 20 or newer is needed to set up Planwright; this is ${process.versions.node}.`);
  }
  const stamp = join(root, "node_modules", ".planwright-installed");
  const wanted = describeInstall();
  if (!isInstalled(stamp, wanted)) {
    const { installPackages } = await import("./bootstrap/packages.mjs");
    await installPackages({ root, stamp, wanted, isInstalled: () => isInstalled(stamp, wanted) });
  }
  const system = args.indexOf("--system");
  if (system !== -1) {
    const { provideSystemPackages } = await import("./bootstrap/system.mjs");
    provideSystemPackages(String(args[system + 1]).split(","));
  }
}

/** What node_modules must have been made from; the platform too, because a checkout may be shared with a container. */
function describeInstall() {
  const lockfile = readFileSync(join(root, "package-lock.json"));
  return `${createHash("sha256").update(lockfile).digest("hex")} ${process.platform}-${process.arch}\n`;
}

function isInstalled(stamp, wanted) {
  return existsSync(join(root, "node_modules", "node", "bin", "node")) && readIfThere(stamp) === wanted;
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

bootstrap(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`bootstrap: ${error.message}\n`);
  process.exitCode = 1;
});
