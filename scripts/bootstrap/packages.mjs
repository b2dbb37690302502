import { spawn } from "node:child_process";
import { existsSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { takeTurn } from "./turn.mjs";

/**
 * Runs `npm ci` and stamps the result. The stamp goes first and comes back last, so an install that was killed
 * midway is never taken for a whole one. Of two that start at once, the second waits and finds the work done.
 */
export async function installPackages({ root, stamp, wanted, isInstalled }) {
  const turn = await takeTurn(root);
  try {
    if (isInstalled()) return;
    if (lstatSync(join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new Error("node_modules is a link to somebody else's packages; npm would replace those. Remove the link.");
    }
    process.stderr.write("bootstrap: installing the packages of package-lock.json (once per change of it)\n");
    rmSync(stamp, { force: true });
    await npmCi(root, turn);
    if (!existsSync(join(root, "node_modules", "node", "bin", "node"))) {
      throw new Error(
        "npm left out Node 24, probably because it skips install scripts; set npm_config_ignore_scripts=false.",
      );
    }
    writeFileSync(stamp, wanted);
  } finally {
    turn.end();
  }
}

function npmCi(root, turn) {
  return new Promise((resolve, reject) => {
    // Without the dev dependencies there would be no Node 24, and a dry run inherited from `npm pack` installs nothing.
    const npm = spawn(
      "npm",
      ["ci", "--include=dev", "--dry-run=false", "--loglevel=error", "--no-audit", "--no-fund"],
      {
        cwd: root,
        env: { ...process.env, PATH: pathWithoutOurs(root) },
        stdio: ["ignore", 2, 2],
        shell: process.platform === "win32",
      },
    );
    npm.on("error", () => reject(new Error("npm is not on PATH; install it along with Node.")));
    npm.on("exit", (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(`npm ci failed (${signal === null ? `exit code ${code}` : signal}); its own words are above.`),
        );
    });
    if (npm.pid !== undefined) turn.shareWith(npm.pid);
  });
}

/** npm must not run on the Node in node_modules/.bin, which it is about to delete. */
function pathWithoutOurs(root) {
  const ours = join(root, "node_modules");
  return String(process.env.PATH)
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ours))
    .join(delimiter);
}
