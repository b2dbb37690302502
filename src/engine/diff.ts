import { pathOf } from "../std/path-bytes.ts";
import type { HarnessGit } from "../workspace/harness-git.ts";
import type { Outcome } from "./outcome.ts";

/** What an attempt has changed. */
export async function diffOf(git: HarnessGit, { diff, base, tree }: Outcome): Promise<string> {
  return diff ?? (tree === null ? "" : diffBetween(git, base, tree));
}

/** What changed between two trees or commits, as git tells it; cut where nobody would read on. */
export async function diffBetween(git: HarnessGit, from: string, to: string): Promise<string> {
  const args = ["diff-tree", "-r", "-p", "-M", "--no-ext-diff", "--no-textconv", "--no-color", from, to];
  // Our git takes paths as they are, unless it is told that these are patterns.
  const env = { GIT_LITERAL_PATHSPECS: "0" };
  const { stdout } = await git.run([...args, "--", ".", ":(exclude).plan"], { env });
  if (stdout.length <= MOST) return pathOf(stdout).toWellFormed();
  return `${pathOf(stdout.subarray(0, MOST)).toWellFormed()}\n… ${stdout.length - MOST} bytes more\n`;
}

const MOST = 64 * 1024;
