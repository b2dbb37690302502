import { pathOf } from "../../std/path-bytes.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import type { Outcome } from "./outcome.ts";

/** What an attempt has changed. */
export async function diffOf(git: HarnessGit, { diff, base, tree }: Outcome): Promise<string> {
  return diff ?? (tree === null ? "" : diffBetween(git, base, tree));
}

/** What changed between two trees or commits, as git tells it; cut where nobody would read on. These paths stand first. */
export async function diffBetween(
  git: HarnessGit,
  from: string,
  to: string,
  first: readonly string[] = [],
): Promise<string> {
  const ahead = first.slice(0, MOST_AHEAD);
  const others = await changesIn(git, from, to, [".", ...ahead.map((path) => `:(exclude,literal)${path}`)]);
  if (ahead.length === 0) return others;
  const wanted = ahead.map((path) => `:(literal)${path}`);
  return `${await changesIn(git, from, to, wanted)}${others}`;
}

async function changesIn(git: HarnessGit, from: string, to: string, paths: readonly string[]): Promise<string> {
  const args = ["diff-tree", "-r", "-p", "-M", "--no-ext-diff", "--no-textconv", "--no-color", from, to];
  // Our git takes paths as they are, unless it is told that these are patterns.
  const env = { GIT_LITERAL_PATHSPECS: "0" };
  const { stdout } = await git.run([...args, "--", ...paths, ":(exclude).plan"], { env });
  if (stdout.length <= MOST) return pathOf(stdout).toWellFormed();
  return `${pathOf(stdout.subarray(0, MOST)).toWellFormed()}\n… ${stdout.length - MOST} bytes more\n`;
}

/** A command line has an end. */
const MOST_AHEAD = 200;
const MOST = 64 * 1024;
