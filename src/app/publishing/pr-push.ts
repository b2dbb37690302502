import { type PersonCheckout, personGit, personGitAtTerminal } from "../../workspace/git/person-git.ts";
import { withoutSecrets } from "./pr-address.ts";

export type Remote = { name: string; url: string };

export type RemoteSearch = { status: "found"; remote: Remote } | { status: "missing"; told: string };

/** The remote of that name; without a name `origin`, or the only one there is. */
export async function findRemote(checkout: PersonCheckout, wanted: string | null): Promise<RemoteSearch> {
  const known = (await personGit(checkout, ["remote"])).stdout.toString().trim().split("\n").filter(Boolean);
  const name = wanted ?? (known.length === 1 ? (known[0] ?? DEFAULT) : DEFAULT);
  const asked = await personGit(checkout, ["remote", "get-url", "--push", "--", name]);
  if (asked.status === 0) return { status: "found", remote: { name, url: asked.stdout.toString().trim() } };
  const told =
    known.length === 0
      ? "this repository has no remote to push to; `git remote add origin ADDRESS` gives it one"
      : `there is no remote ${name}; there ${known.length === 1 ? "is" : "are"} ${known.join(", ")}`;
  return { status: "missing", told };
}

const DEFAULT = "origin";

type Push = {
  remote: string;
  to: string;
  tip: string;
  /** Where the plan's commits are kept; null for a plan that is not done. */
  kept: string | null;
  isAtTerminal: boolean;
};

/**
 * Pushes a commit as a branch with the person's own git, past hooks and never over commits that it does not have. Null when
 * it is there, else why not.
 */
export async function pushBranch(checkout: PersonCheckout, push: Push): Promise<string | null> {
  const { remote, to, tip, kept } = push;
  const { isThere, said } = await pushed(checkout, { remote, to, tip }, push.isAtTerminal);
  if (isThere) return null;
  const name = to.replace("refs/heads/", "");
  return `${name} was not pushed to ${remote}: ${said ?? "git says why above"}${remedyFor(said, { remote, name, kept })}`;
}

/**
 * Pushes the same commit as the ref that keeps the plan. Null when it is there, else why not, in one line: a host may permit
 * nothing but branches, and then the branch is there all the same.
 */
export async function pushKept(checkout: PersonCheckout, push: Push & { kept: string }): Promise<string | null> {
  const { remote, kept, tip, isAtTerminal } = push;
  const quiet = await pushed(checkout, { remote, to: kept, tip }, false);
  // What the remote has refused it refuses again; anything else may want a password.
  const mayAsk = isAtTerminal && !/rejected\]/.test(quiet.said ?? "");
  const { isThere, said } = quiet.isThere || !mayAsk ? quiet : await pushed(checkout, { remote, to: kept, tip }, true);
  if (isThere) return null;
  const remedy = isBehind(said) ? `; \`git push --force ${remote} ${kept}\` replaces it` : "";
  return `${kept} was not pushed to ${remote}: ${said ?? "git says why above"}${remedy}; an audit needs it where the plan is squashed`;
}

/** `said` is what git has against it; null where it told the person at the terminal. */
async function pushed(
  checkout: PersonCheckout,
  { remote, to, tip }: { remote: string; to: string; tip: string },
  isAtTerminal: boolean,
): Promise<{ isThere: boolean; said: string | null }> {
  // By the commit's own name: whatever happens to the branch meanwhile, this is what was looked at.
  const args = ["push", "--no-verify", "--no-follow-tags", "--recurse-submodules=no", "--quiet"];
  const words = [...args, "--", remote, `${tip}:${to}`];
  if (isAtTerminal) return { isThere: (await personGitAtTerminal(checkout, words)) === 0, said: null };
  const { status, stderr } = await personGit(checkout, words);
  return { isThere: status === 0, said: withoutSecrets(stderr.toString().trim().replaceAll(/\s+/g, " ")) };
}

function remedyFor(
  said: string | null,
  { remote, name, kept }: { remote: string; name: string; kept: string | null },
): string {
  if (said !== null && /fetch first/.test(said)) {
    return `; it was pushed to meanwhile: \`git fetch ${remote} ${name}\` gets what they did`;
  }
  // What git tells a person at a terminal goes past us, so the remedy has to be given on suspicion.
  const also = kept === null ? "" : ` +${kept}`;
  return said === null || isBehind(said)
    ? `; if a step was undone since the last push, \`git push --force-with-lease ${remote} ${name}${also}\` replaces it`
    : "";
}

const isBehind = (said: string | null): boolean => said !== null && /non-fast-forward/.test(said);
