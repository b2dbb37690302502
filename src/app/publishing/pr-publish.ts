import { personEnvironment } from "../../config/person-programs.ts";
import { currentState } from "../../engine/state/journal-state.ts";
import type { Publication } from "../../engine/state/run-world.ts";
import type { CommitId } from "../../ports/git.ts";
import type { Journal } from "../../ports/store.ts";
import type { Run } from "../../record/run.ts";
import { pullRequestBody } from "../../telling/pr-body.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { withoutSecrets } from "./pr-address.ts";
import { findGh, openPullRequestOf, openWithGh } from "./pr-gh.ts";
import { findRemote } from "./pr-push.ts";
import { pushPlan } from "./push-plan.ts";
import { writeBody } from "./write-body.ts";

/**
 * Pushes a run's branch with the person's own git and opens its pull request with their `gh`. Twice changes nothing: a
 * branch that is there is there, and a pull request is found again. Nothing is pushed that could not be opened.
 */
export async function publishRun(
  { git, folder }: OpenedRepository,
  { run, journal }: { run: Run; journal: Journal },
  tip: CommitId,
): Promise<Publication> {
  const checkout = { top: git.facts.top, env: personEnvironment() };
  const search = await findRemote(checkout, null);
  if (search.status === "missing") return refused(search.told);
  const gh = findGh(checkout);
  if (gh === null) {
    return refused("`gh` is not installed; install it (https://cli.github.com) and log in with `gh auth login`");
  }
  const { name: remote, url } = search.remote;
  const isDone = (await currentState(journal, run.id)).status === "done";
  const push = await pushPlan(git, checkout, { run, tip, remote, isDone, isAtTerminal: false });
  if (push.status === "refused") return refused(push.told);

  const branch = run.branch.replace("refs/heads/", "");
  const there = await openPullRequestOf(gh, branch);
  const lacks = push.kept?.trouble ?? null;
  if (there !== null) return published(branch, url, there, lacks);
  const body = pullRequestBody(run.plan, { remote, branch }, await journal.read(run.id, 0));
  const file = writeBody(folder, run.plan, body);
  const { is, said } = await openWithGh(gh, { branch, title: run.plan.title, file, draft: false });
  if (is !== "refused") return published(branch, url, said, lacks);
  return refused(
    `${branch} is pushed, but gh opened no pull request: ${said}; \`gh auth status\` says whether you are logged in, and the text for it is in ${file}`,
  );
}

const refused = (told: string): Publication => ({ status: "refused", told });

const published = (branch: string, url: string, said: string, lacks: string | null): Publication => ({
  status: "published",
  ...(lacks !== null && { lacks }),
  told: `${branch} is on ${withoutSecrets(url)}, and its pull request is open: ${said}`,
});
