import { createHash } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const POLL_MS = 200;
const NO_INSTALL_TAKES_THIS_LONG_MS = 15 * 60_000;

/**
 * Waits until nobody else installs into `root`, then holds that right until `end()`.
 * It is a file with the ids of the processes at work; when all of them are gone, whoever waits may take it.
 * It lies outside the checkout, because `npm ci` empties node_modules and git should not see it.
 */
export async function takeTurn(root) {
  const name = createHash("sha256")
    .update(`${process.getuid ? process.getuid() : ""} ${root}`)
    .digest("hex")
    .slice(0, 16);
  const path = join(tmpdir(), `planwright-bootstrap-${name}`);
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, String(process.pid));

  for (let waited = false; !claim(mine, path); waited = true) {
    const holder = read(path);
    if (isAbandoned(path, holder)) {
      discard(path, holder, mine);
      continue;
    }
    if (!waited) process.stderr.write("bootstrap: waiting for another install of this checkout\n");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return {
    /** A child may outlive us when we are killed, and its work is not over then. */
    shareWith(pid) {
      writeFileSync(mine, `${process.pid} ${pid}`);
      renameSync(mine, path);
    },
    end() {
      rmSync(mine, { force: true });
      rmSync(path, { force: true });
    },
  };
}

/** A link appears with its content in one act, so nobody ever reads a half-written holder. */
function claim(mine, path) {
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function isAbandoned(path, holder) {
  if (holder === undefined) return false;
  if (!holder.split(" ").some((pid) => isAlive(Number(pid)))) return true;
  // The id may belong to a stranger by now.
  const age = Date.now() - (modifiedAt(path) || Date.now());
  return age > NO_INSTALL_TAKES_THIS_LONG_MS;
}

/** Moves the abandoned file away; if a faster waiter's file was hit instead, puts that back. */
function discard(path, holder, mine) {
  const moved = `${mine}.abandoned`;
  try {
    renameSync(path, moved);
  } catch {
    return;
  }
  if (read(moved) !== holder) claim(moved, path);
  rmSync(moved, { force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Where nobody collects orphans, as in many containers, the dead stay listed. */
function isZombie(pid) {
  return /^\d+ \(.*\) Z /s.test(String(read(`/proc/${pid}/stat`)));
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function modifiedAt(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}
