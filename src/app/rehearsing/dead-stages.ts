import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claimOn, tryClaim } from "../../std/claim.ts";
import { isRunning, type ProcessMark } from "../../std/process-mark.ts";
import { closeStage, PLAYER, STAGE, STAGE_CLAIM } from "./rehearse-stage.ts";

/** The stages of rehearsals that were killed: nobody has closed them, and their databases may still run. */
export function deadStages(): string[] {
  const folder = realpathSync(tmpdir());
  return readdirSync(folder)
    .filter((name) => name.startsWith(STAGE))
    .map((name) => join(folder, name))
    .filter((path) => isOwn(path) && isDead(path));
}

/** Everybody writes into this folder, and what others have put there is theirs, whatever it says. */
function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === userInfo().uid;
}

/** One that is kept is claimed by nobody. */
function isDead(path: string): boolean {
  const holder = claimOn(path, STAGE_CLAIM)?.holder;
  return holder !== undefined && holder !== null && !isRunning(holder);
}

/** Twice changes nothing; of two who find a stage dead, one takes it away. */
export async function removeDeadStage(folder: string): Promise<void> {
  if (!isOwn(folder) || !isDead(folder)) return;
  const claimed = tryClaim(folder, STAGE_CLAIM, "");
  if (claimed.is === "taken") return;
  await endPlayer(folder);
  await closeStage({ folder, home: join(folder, "home"), claim: claimed.claim });
}

/** Only where its moment tells it from a later process with its number. */
async function endPlayer(folder: string): Promise<void> {
  const player = playerOn(folder);
  if (player === null || player.started === null) return;
  for (let tries = 0; isRunning(player) && tries < MOST_TRIES; tries++) {
    kill(player);
    await sleep(50);
  }
}

function kill({ pid }: ProcessMark): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

const MOST_TRIES = 100;

function playerOn(folder: string): ProcessMark | null {
  try {
    return JSON.parse(readFileSync(join(folder, PLAYER), "utf8")) as ProcessMark;
  } catch {
    // Killed before anything was played, or while that was written down.
    return null;
  }
}
