import { type PersonCheckout, personGit, personGitAtTerminal } from "../workspace/person-git.ts";
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

/**
 * Pushes a commit as a branch with the person's own git, past hooks and never over commits that it does not have. Null when
 * it is there, else why not.
 */
export async function pushBranch(
  checkout: PersonCheckout,
  { remote, to, tip, isAtTerminal }: { remote: string; to: string; tip: string; isAtTerminal: boolean },
): Promise<string | null> {
  // By the commit's own name: whatever happens to the branch meanwhile, this is what was looked at.
  const args = ["push", "--no-verify", "--no-follow-tags", "--recurse-submodules=no", "--quiet"];
  const words = [...args, "--", remote, `${tip}:${to}`];
  const { status, said } = isAtTerminal
    ? { status: await personGitAtTerminal(checkout, words), said: null }
    : await personGit(checkout, words).then((output) => ({
        status: output.status,
        said: withoutSecrets(output.stderr.toString().trim().replaceAll(/\s+/g, " ")),
      }));
  if (status === 0) return null;
  const name = to.replace("refs/heads/", "");
  return `${name} was not pushed to ${remote}: ${said ?? "git says why above"}${remedyFor(said, remote, name)}`;
}

function remedyFor(said: string | null, remote: string, name: string): string {
  if (said !== null && /fetch first/.test(said)) {
    return `; somebody else has pushed to it: \`git fetch ${remote} ${name}\` gets what they did`;
  }
  // What git tells a person at a terminal goes past us, so the remedy has to be given on suspicion.
  const isBehind = said === null || /non-fast-forward/.test(said);
  return isBehind
    ? `; if a step was undone since the last push, \`git push --force-with-lease ${remote} ${name}\` replaces it`
    : "";
}
