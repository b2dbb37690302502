import { setTimeout as sleep } from "node:timers/promises";
import type { CommitId } from "../../ports/git.ts";
import type { Signer } from "../../ports/signer.ts";
import type { RunFact } from "../../record/run-event.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { writeCommit } from "../../workspace/history/commits.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { type Along, type Move, type Mover, moveBranch, readyToMove } from "../../workspace/history/refs.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { harness } from "../plan-text/plan-branch.ts";

const NOTES = "refs/notes/planwright";

type Noted = { dev: CommitId; receipt: { json: Uint8Array }; signer: Signer };

/**
 * Moves a branch to an acceptance, and with it puts the receipt once more where `git log --notes=planwright` shows it after
 * the branch was squashed away: a note on the commit it is about. Only a copy: whoever checks believes the signed file in
 * the branch. So it never stops an acceptance; why the note is missing is returned, null where it is there.
 */
export async function moveWithNote(git: HarnessGit, mover: Mover, branch: Move, noted: Noted): Promise<string | null> {
  const move = async (by: Mover): Promise<null> => {
    await by.move(branch, [await notesWith(git, noted)]);
    return null;
  };
  return move(mover).catch(() =>
    moveInTime(git, move).catch(async (error: unknown) => {
      await moveBranch(git, branch.ref, branch.to, branch.expectedOld, branch.checkout);
      return error instanceof Error ? error.message : "";
    }),
  );
}

/** All notes of a repository share one ref, and of many runs that write to it at once one is the first each time. */
async function moveInTime<T>(git: HarnessGit, move: (by: Mover) => Promise<T>): Promise<T> {
  for (let left = MOST_TRIES; left > 1; left--) {
    try {
      return await moveAgain(git, move);
    } catch {
      await sleep(20 + 100 * Math.random());
    }
  }
  return moveAgain(git, move);
}

const MOST_TRIES = 20;

async function moveAgain<T>(git: HarnessGit, move: (by: Mover) => Promise<T>): Promise<T> {
  const mover = readyToMove(git);
  try {
    return await move(mover);
  } finally {
    mover.abandon();
  }
}

/** The notes with one more. Git finds it wherever its name is cut, so no folder of them has to grow without end. */
async function notesWith(git: HarnessGit, { dev, receipt, signer }: Noted): Promise<Along> {
  const trees = treesOf(git);
  const from = await historyOf(git).resolve(NOTES);
  const id = await trees.write(receipt.json);
  const path = `${dev.slice(0, 2)}/${dev.slice(2)}`;
  const tree = await trees.compose(from ?? trees.emptyTree, new Map([[path, { mode: "100644", id }]]));
  const who = harness(signer);
  const message = `the receipt of ${dev}\n`;
  const parents = from === null ? [] : [from];
  return { ref: NOTES, from, to: await writeCommit(git, { tree, parents, author: who, committer: who, message }) };
}

/** For the journal: that the receipt of a step could not be noted; nothing when it was. */
export function missingNote(why: string | null, step: string): RunFact[] {
  if (why === null) return [];
  return [{ type: "noted", step, told: `the copy of the receipt in ${NOTES} could not be written: ${why}` }];
}
