import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { searchFolders } from "../config/environment.ts";
import { personEnvironment } from "../config/person-programs.ts";
import { currentState } from "../engine/journal-state.ts";
import { runProgram } from "../programs/run-program.ts";
import { historyOf } from "../workspace/history.ts";
import { type PersonCheckout, personGit, personGitAtTerminal } from "../workspace/person-git.ts";
import { latestRun } from "./latest-run.ts";
import { compareAddress, withoutSecrets } from "./pr-address.ts";
import { pullRequestBody } from "./pr-body.ts";
import { openRememberedRuns } from "./remembered-runs.ts";
import { UsageError } from "./usage-error.ts";

export type PrOptions = {
  remote: string;
  draft: boolean;
  dryRun: boolean;
  /** Whether the person is there to be asked for a password. */
  isAtTerminal: boolean;
};

/** What there is now: a pull request, or all that a person needs to open one. */
export type PullRequest = {
  branch: string;
  remote: string;
  /** The remote's address, without what is secret in it. */
  at: string;
  title: string;
  body: string;
  outcome:
    | { is: "planned"; with: "gh" | "hand" }
    /** `said` is what gh printed: the address of the pull request. */
    | { is: "opened"; said: string }
    | { is: "there-already"; said: string }
    /** `address` is null where nobody knows how the host spells it. */
    | { is: "pushed"; address: string | null; file: string };
};

/** Pushes a plan's branch with the person's own git, and opens a pull request where `gh` can. */
export async function openPullRequest(name: string | undefined, options: PrOptions): Promise<PullRequest> {
  const runs = await openRememberedRuns();
  const { opened, store } = runs;
  try {
    const run = await latestRun(runs, name);
    const { status, tip } = await currentState(store.journal, run.id);
    const branch = run.branch.replace("refs/heads/", "");
    if (status !== "done" && !options.draft) {
      const remedy = status === "in-progress" ? "" : `, \`planwright status ${run.plan.id}\` says how to go on`;
      throw new UsageError(`${run.plan.id} is ${status}; --draft opens a draft of what is there${remedy}`);
    }
    if (tip === null || (await historyOf(opened.git).resolve(run.branch)) !== tip) {
      throw new UsageError(`${branch} is not where Planwright left it, so nothing is pushed`);
    }
    const checkout = { top: opened.git.facts.top, env: personEnvironment() };
    const url = await addressOf(checkout, options.remote);
    const body = pullRequestBody(run.plan, { remote: options.remote, branch }, await store.journal.read(run.id, 0));
    const gh = ghProgram();
    const about = { branch, remote: options.remote, at: withoutSecrets(url), title: run.plan.title, body };
    if (options.dryRun) return { ...about, outcome: { is: "planned", with: gh === null ? "hand" : "gh" } };

    await push(checkout, { ...options, to: run.branch, tip });
    const file = join(opened.folder, "pull-requests", `${run.plan.id}.md`);
    mkdirSync(join(opened.folder, "pull-requests"), { recursive: true });
    writeFileSync(file, body);
    if (gh === null) return { ...about, outcome: { is: "pushed", address: compareAddress(url, branch), file } };
    return { ...about, outcome: await openWithGh(gh, checkout, { branch, title: run.plan.title, file, ...options }) };
  } finally {
    await runs.close();
  }
}

async function addressOf(checkout: PersonCheckout, remote: string): Promise<string> {
  const asked = await personGit(checkout, ["remote", "get-url", "--push", "--", remote]);
  if (asked.status === 0) return asked.stdout.toString().trim();
  const known = (await personGit(checkout, ["remote"])).stdout.toString().trim().split("\n").filter(Boolean);
  throw new UsageError(
    known.length === 0
      ? "this repository has no remote to push to; `git remote add origin ADDRESS` gives it one"
      : `there is no remote ${remote}; there ${known.length === 1 ? "is" : "are"} ${known.join(", ")} (--remote NAME)`,
  );
}

async function push(
  checkout: PersonCheckout,
  { remote, to, tip, isAtTerminal }: { remote: string; to: string; tip: string; isAtTerminal: boolean },
): Promise<void> {
  // By the commit's own name: whatever happens to the branch meanwhile, this is what was looked at.
  const args = ["push", "--no-verify", "--no-follow-tags", "--recurse-submodules=no", "--quiet"];
  const words = [...args, "--", remote, `${tip}:${to}`];
  const { status, said } = isAtTerminal
    ? { status: await personGitAtTerminal(checkout, words), said: null }
    : await personGit(checkout, words).then((output) => ({
        status: output.status,
        said: withoutSecrets(output.stderr.toString().trim().replaceAll(/\s+/g, " ")),
      }));
  if (status === 0) return;
  const name = to.replace("refs/heads/", "");
  // What git tells a person at a terminal goes past us, so the remedy has to be given on suspicion.
  const isBehind = said === null || /non-fast-forward/.test(said);
  const remedy = isBehind
    ? `; if a step was undone since the last push, \`git push --force-with-lease ${remote} ${name}\` replaces it`
    : "";
  throw new UsageError(`${name} was not pushed to ${remote}: ${said ?? "git says why above"}${remedy}`);
}

function ghProgram(): string | null {
  const places = searchFolders().map((folder) => join(folder, "gh"));
  return places.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function openWithGh(
  gh: string,
  { top, env }: PersonCheckout,
  { branch, title, file, draft }: { branch: string; title: string; file: string; draft: boolean },
): Promise<PullRequest["outcome"]> {
  const words = ["--head", branch, "--title", title, "--body-file", file, ...(draft ? ["--draft"] : [])];
  const asked = { cwd: top, env: { ...env, GH_PROMPT_DISABLED: "1" } };
  const { status, stdout, stderr } = await runProgram([gh, "pr", "create", ...words], asked);
  const [out, said] = [stdout, stderr].map((bytes) => bytes.toString().trim());
  if (status === 0) return { is: "opened", said: out ?? "" };
  if (/already exists/i.test(said ?? "")) return { is: "there-already", said: said ?? "" };
  throw new UsageError(`${branch} is pushed, but gh opened nothing: ${said}; the text for it is in ${file}`);
}
