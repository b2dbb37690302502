import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type HarnessGit, openHarnessGit } from "../../workspace/git/harness-git.ts";
import { locateRepository, type RepositoryFacts } from "../../workspace/git/locate.ts";
import { excludesFile } from "./excludes-file.ts";
import { type Home, openHome } from "./home.ts";

export type OpenedRepository = { home: Home; git: HarnessGit; folder: string };

/**
 * The repository around a place, seen through a git directory of our own; `folder` is what we keep about it. Whoever
 * lands nothing in it may go on where its objects can only be read.
 */
export async function openRepository(start: string, { landsNothing = false } = {}): Promise<OpenedRepository> {
  const facts = locateRepository(start);
  const home = openHome(facts.top);
  const folder = home.repository(facts.commonDir);
  mkdirSync(folder, { recursive: true });
  const onlyReads = landsNothing && !canStore(facts);
  const own = join(folder, onlyReads ? "git-aside" : "git");
  return { home, folder, git: await openHarnessGit(facts, own, { ...excludesFile(), onlyReads }) };
}

function canStore({ objectsDir }: RepositoryFacts): boolean {
  try {
    accessSync(objectsDir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
