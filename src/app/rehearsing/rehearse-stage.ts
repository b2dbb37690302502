import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everydayVariables } from "../../config/environment.ts";
import { homeFolder } from "../../config/home.ts";
import { type Claim, releaseClaim, tryClaim } from "../../std/claim.ts";
import { Refused } from "../../std/refusal.ts";
import { removePostgres } from "../../store/embedded/remove-postgres.ts";
import { stopPostgres } from "../../store/embedded/stop-postgres.ts";
import { removeFolder } from "../../workspace/folders/remove-folder.ts";
import { runGit } from "../../workspace/git/git-process.ts";
import type { RepositoryFacts } from "../../workspace/git/locate.ts";

/** Where plans are rehearsed: a repository and a home that nobody else uses. Whoever opens one closes it. */
export type Stage = {
  folder: string;
  /** The top of the scratch repository, which stands at the commit that a run would begin with. */
  top: string;
  home: string;
  /** Says who plays here, so that whoever comes later knows a stage that nobody has closed. */
  claim: Claim;
  /** What the program is started with there: the person's own database and home are not known to it. */
  env: Readonly<Record<string, string>>;
};

/** How the folder of a stage is called, the claim in it, and the file that says which process plays there for us. */
export const STAGE = "planwright-rehearsal-";
export const STAGE_CLAIM = "playing";
export const PLAYER = "player.json";

/** Reads the repository and writes nothing into it. */
export async function openStage(facts: RepositoryFacts, signal: AbortSignal): Promise<Stage> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), STAGE));
  const claimed = tryClaim(folder, STAGE_CLAIM, "");
  if (claimed.is === "taken") throw new Error(`${folder} was just made, and is taken`);
  const [top, home] = [join(folder, "repository"), join(folder, "home")];
  const stage = { folder, top, home, claim: claimed.claim, env: { ...everydayVariables(), PLANWRIGHT_HOME: home } };
  try {
    mkdirSync(home, { mode: 0o700 });
    // The rules of this machine hold in a rehearsal, too.
    const policy = join(homeFolder(), "policy.yaml");
    if (existsSync(policy)) copyFileSync(policy, join(home, "policy.yaml"));
    await copyRepository(facts, top, signal);
    return stage;
  } catch (error) {
    await closeStage(stage);
    throw error;
  }
}

/** Ends the database and removes everything, or leaves all of it but the database's processes. */
export async function closeStage(
  { folder, home, claim }: Pick<Stage, "folder" | "home" | "claim">,
  isKept = false,
): Promise<void> {
  if (isKept) {
    await stopPostgres(home);
    releaseClaim(claim);
    return;
  }
  await removePostgres(home);
  removeFolder(folder);
}

/** A repository made by hand over the objects of the other: no hook, filter or setting of anybody is met on the way. */
async function copyRepository(
  { head, top: from, commonDir, objectsDir }: RepositoryFacts,
  top: string,
  signal: AbortSignal,
) {
  if (head.kind === "unborn")
    throw new Refused("no-commit", `${from} has no commit yet; \`git commit\` first: a plan starts from one`);
  const gitDir = join(top, ".git");
  for (const name of ["objects/info", "objects/pack", "refs/heads", "info"])
    mkdirSync(join(gitDir, name), { recursive: true });
  const put = (name: string, text: string): void => writeFileSync(join(gitDir, name), text);
  put("objects/info/alternates", `${JSON.stringify(objectsDir)}\n`);
  put("config", head.commit.length === SHA1 ? CONFIG : `${CONFIG}${SHA256}`);
  put("HEAD", `${head.commit}\n`);
  const shallow = join(commonDir, "shallow");
  if (existsSync(shallow)) copyFileSync(shallow, join(gitDir, "shallow"));
  await runGit(["read-tree", "--reset", "-u", head.commit], { gitDir, workTree: top, signal });
  // Nothing has to be installed for contracts that only stand in for others.
  rmSync(join(top, "planwright.config.yaml"), { force: true });
}

const SHA1 = 40;
const CONFIG = "[core]\n\trepositoryformatversion = 1\n\tbare = false\n[gc]\n\tauto = 0\n";
const SHA256 = "[extensions]\n\tobjectformat = sha256\n";
