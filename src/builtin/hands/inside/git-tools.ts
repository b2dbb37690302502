import { askGit, type GitAnswer } from "./git.ts";
import type { KeptOutputs } from "./kept-outputs.ts";
import { done, type Outcome } from "./messages.ts";
import type { Place } from "./place.ts";
import { Trouble } from "./trouble.ts";

/** Where the tools that ask git do it. */
export type GitWorld = { tree: string; outputs: KeptOutputs };

export async function gitLog({ tree, outputs }: GitWorld, place: Place, most = 20): Promise<Outcome> {
  const log = await askGit(tree, "log", `--max-count=${most}`, "--format=%h %as %s", "--", inTree(ofTree(place, tree)));
  if (!log.ok && /does not have any commits/.test(log.stderr)) return done("there is no commit yet");
  const output = outputs.begin();
  output.add(answered(log));
  return done(output.text() || "no commit touches it");
}

export async function gitDiff({ tree, outputs }: GitWorld, place: Place, from = "HEAD"): Promise<Outcome> {
  const revision = `${from}^{commit}`;
  const commit = await askGit(tree, "rev-parse", "--verify", "--quiet", "--end-of-options", revision);
  if (!commit.ok) throw new Trouble("failed", `git knows no commit \`${from}\``);
  const path = inTree(ofTree(place, tree));
  const [diff, fresh] = await Promise.all([
    askGit(tree, "diff", "--no-ext-diff", "--no-textconv", commit.stdout.toString().trim(), "--", path),
    askGit(tree, "ls-files", "--others", "--exclude-standard", "--", path),
  ]);
  const output = outputs.begin();
  output.add(answered(diff));
  if (fresh.ok && fresh.stdout.length > 0) output.add(Buffer.concat([Buffer.from("new files:\n"), fresh.stdout]));
  return done(output.text() || "no difference");
}

/** What lies in the tree and nowhere else. */
function ofTree(place: Place, tree: string): Place {
  if (place.root === tree) return place;
  throw new Trouble("refused", `${place.name} is outside the tree`);
}

/** Git takes the whole tree as `.`; a name that begins with `:` means nothing else, since pathspecs are literal. */
export const inTree = ({ within }: Place): string => within.join("/") || ".";

function answered({ ok, stdout, stderr }: GitAnswer): Buffer {
  if (ok) return stdout;
  throw new Trouble("failed", `git says: ${stderr.slice(0, 500) || "nothing, and failed"}`);
}
