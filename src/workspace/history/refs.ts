import type { CommitId } from "../../ports/git.ts";
import { pathOf } from "../../std/path-bytes.ts";
import { WorkspaceError } from "../errors.ts";
import { whereCheckedOut } from "../git/checked-out.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { objectId } from "../git/object-id.ts";

/** A branch by its whole name, such as `refs/heads/plan/rate-limit`. */
export type Branch = { ref: string; commit: CommitId };

/** Makes a new branch. Throws "branch-taken" when it is there already, or when another is named so that it cannot be. */
export const createBranch = (git: HarnessGit, ref: string, to: CommitId): Promise<void> =>
  update(git, ref, [ref, objectId(to), zeros(git)]);

/**
 * Moves a branch in one step, if it still stands where it is believed to; else throws "moved". A branch that somebody has
 * checked out is left alone, unless it is this checkout and the caller brings its files along (`settle-checkout.ts`).
 */
export const moveBranch = (
  git: HarnessGit,
  ref: string,
  to: CommitId,
  expectedOld: CommitId,
  checkout: "none" | "settled-later" = "none",
): Promise<void> => update(git, ref, [ref, objectId(to), objectId(expectedOld)], checkout);

/** Where another ref moves to, from where it is believed to stand; from nowhere when it is new. */
export type Along = { ref: string; to: CommitId; from: CommitId | null };

export type Move = { ref: string; to: CommitId; expectedOld: CommitId; checkout: "none" | "settled-later" };

export type Mover = {
  /** Moves a branch as `moveBranch` does, and others with it: all of them or none. */
  move(branch: Move, along: readonly Along[]): Promise<void>;
  /** Nothing is to be moved after all. Does nothing once something is. */
  abandon(): void;
};

/** Git, started and waiting to hear what is to be moved: for whoever knows that something will be. */
export function readyToMove(git: HarnessGit): Mover {
  const told = Promise.withResolvers<Uint8Array>();
  const moved = git.run(["update-ref", ...REASON, "-z", "--stdin"], { input: told.promise });
  // Whoever moves something hears of what went wrong.
  moved.catch(() => {});
  return {
    async move(branch, along) {
      const name = movable(git, branch.ref, branch.checkout);
      const moves = [...along, { ref: branch.ref, to: branch.to, from: branch.expectedOld }];
      const lines = moves.map(({ ref, to, from }) => `update ${ref}\0${objectId(to)}\0${from ?? zeros(git)}\0`);
      told.resolve(Buffer.from(lines.join("")));
      await moved.catch((error: unknown) => Promise.reject(inWords(name, error)));
    },
    abandon: () => told.resolve(Buffer.alloc(0)),
  };
}

/** Makes a branch, unless it is there already and stands just there. */
export async function keepBranch(git: HarnessGit, ref: string, at: CommitId): Promise<void> {
  const there = await listBranches(git, ref);
  if (there.some((branch) => branch.ref === ref && branch.commit === at)) return;
  await createBranch(git, ref, at);
}

/** Points a ref of ours that is no branch to a commit, wherever it stood. One that stands there is not written again. */
export async function keepRef(git: HarnessGit, ref: string, at: CommitId): Promise<void> {
  if (!ref.startsWith("refs/planwright/")) throw new WorkspaceError("not-ours", `${ref} is not Planwright's`);
  await git.run(["update-ref", ...REASON, ref, objectId(at)]);
}

/** Deletes a ref of ours that is no branch, if it still stands there; else throws. */
export async function dropRef(git: HarnessGit, ref: string, expectedOld: CommitId): Promise<void> {
  if (!ref.startsWith("refs/planwright/")) throw new WorkspaceError("not-ours", `${ref} is not Planwright's`);
  await git.run(["update-ref", ...REASON, "-d", ref, objectId(expectedOld)]);
}

/** Deletes a branch, if it still stands where it is believed to; else throws "moved". */
export const deleteBranch = (git: HarnessGit, ref: string, expectedOld: CommitId): Promise<void> =>
  update(git, ref, ["-d", ref, objectId(expectedOld)]);

/** All branches whose names begin so (`refs/heads/debug/plan-7-`), in the order of their names. */
export async function listBranches(git: HarnessGit, prefix: string): Promise<Branch[]> {
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1) || "refs/heads/";
  const { stdout } = await git.run(["for-each-ref", "--format=%(objectname) %(refname)", folder]);
  const lines = pathOf(stdout).split("\n").filter(Boolean);
  return lines
    .map((line) => ({ commit: line.slice(0, line.indexOf(" ")), ref: line.slice(line.indexOf(" ") + 1) }))
    .filter(({ ref }) => ref.startsWith(prefix) && ref.startsWith("refs/heads/"));
}

const zeros = (git: HarnessGit): string => "0".repeat(git.objectFormat === "sha1" ? 40 : 64);

async function update(
  git: HarnessGit,
  ref: string,
  change: readonly string[],
  checkout: "none" | "settled-later" = "none",
): Promise<void> {
  const name = movable(git, ref, checkout);
  try {
    await git.run(["update-ref", ...REASON, ...change]);
  } catch (error) {
    throw inWords(name, error);
  }
}

/** A branch that is only a name for another must not move that one. */
const REASON = ["--no-deref", "-m", "planwright"];

/** What people call the branch. Throws for one that must stay where it is. */
export function movable(git: HarnessGit, ref: string, checkout: "none" | "settled-later"): string {
  const name = ref.slice("refs/heads/".length);
  if (!ref.startsWith("refs/heads/") || name === "") throw new WorkspaceError("not-ours", `${ref} is no branch`);
  const place = whereCheckedOut(git.facts, ref);
  const isExpected = checkout === "settled-later" && place === git.facts.top;
  if (place !== null && !isExpected)
    throw new WorkspaceError("not-ours", `${name} is checked out in ${place}; switch to another branch there first`);
  return name;
}

const inWords = (name: string, error: unknown): unknown =>
  error instanceof WorkspaceError && error.code === "git-failed" ? explained(name, error) : error;

function explained(name: string, error: WorkspaceError): WorkspaceError {
  const fail = (code: WorkspaceError["code"], message: string) => new WorkspaceError(code, message, { cause: error });

  const other = /'refs\/heads\/([^']+)' exists; cannot create/.exec(error.message)?.[1];
  if (other !== undefined)
    return fail("branch-taken", `there can be no branch ${name} beside ${other}; rename or delete ${other}`);
  if (/reference already exists/.test(error.message))
    return fail("branch-taken", `there is already a branch ${name}; delete it or choose another name`);
  const at = /is at ([0-9a-f]+) but expected ([0-9a-f]+)/.exec(error.message);
  if (at !== null) return fail("moved", `${name} was moved: it is at ${at[1]}, not at ${at[2]}`);
  if (/unable to resolve reference/.test(error.message)) return fail("moved", `there is no longer a branch ${name}`);
  if (/bad name/.test(error.message)) return fail("git-failed", `${name} cannot be the name of a branch`);
  return error;
}
