import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type HarnessGit, openHarnessGit } from "../workspace/harness-git.ts";
import { locateRepository } from "../workspace/locate.ts";
import { excludesFile } from "./excludes-file.ts";
import { type Home, openHome } from "./home.ts";

export type OpenedRepository = { home: Home; git: HarnessGit; folder: string };

/** The repository around a place, seen through a git directory of our own; `folder` is what we keep about it. */
export async function openRepository(start: string): Promise<OpenedRepository> {
  const facts = locateRepository(start);
  const home = openHome(facts.top);
  const folder = home.repository(facts.commonDir);
  mkdirSync(folder, { recursive: true });
  return { home, folder, git: await openHarnessGit(facts, join(folder, "git"), excludesFile()) };
}
