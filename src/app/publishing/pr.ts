import { personEnvironment } from "../../config/person-programs.ts";
import { keptRef } from "../../engine/branch/kept-plan.ts";
import { currentState } from "../../engine/state/journal-state.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { pullRequestBody } from "../../telling/pr-body.ts";
import { historyOf } from "../../workspace/history/history.ts";
import type { Scene } from "../opening/scene.ts";
import { latestRun } from "../runs/latest-run.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";
import { compareAddress, withoutSecrets } from "./pr-address.ts";
import { findGh, openWithGh } from "./pr-gh.ts";
import { findRemote } from "./pr-push.ts";
import { type Kept, pushPlan } from "./push-plan.ts";
import { writeBody } from "./write-body.ts";

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
  /** What keeps the plan's commits there; null for a plan that is not done. */
  kept: Kept | null;
  outcome:
    | { is: "planned"; with: "gh" | "hand" }
    /** `said` is what gh printed: the address of the pull request. */
    | { is: "opened"; said: string }
    | { is: "there-already"; said: string }
    /** `address` is null where nobody knows how the host spells it. */
    | { is: "pushed"; address: string | null; file: string };
};

/** Pushes a plan's branch with the person's own git, and opens a pull request where `gh` can. */
export async function openPullRequest(
  scene: Scene,
  name: string | undefined,
  options: PrOptions,
): Promise<PullRequest> {
  const runs = await openRememberedRuns(scene);
  const { opened, store } = runs;
  const run = await latestRun(runs, name, { do: "pr", with: {} });
  const { status, tip } = await currentState(store.journal, run.id);
  const branch = run.branch.replace("refs/heads/", "");
  if (status !== "done" && !options.draft) {
    throw new Refused("not-done", `${run.plan.id} is ${status}`, {
      remedies: [
        remedy("again", { draft: "yes" }, "opens a draft of what is there"),
        ...(status === "in-progress" ? [] : [remedy("status", { run: run.plan.id }, "says how to go on")]),
      ],
    });
  }
  if (tip === null || (await historyOf(opened.git).resolve(run.branch)) !== tip) {
    throw new Refused("moved", `${branch} is not where Planwright left it, so nothing is pushed`);
  }
  const checkout = { top: opened.git.facts.top, env: personEnvironment() };
  const search = await findRemote(checkout, options.remote);
  if (search.status === "missing")
    throw new Refused("no-remote", search.told, { remedies: [remedy("again", { remote: "" }, "names another")] });
  const { url } = search.remote;
  const body = pullRequestBody(run.plan, { remote: options.remote, branch }, await store.journal.read(run.id, 0));
  const gh = findGh(checkout);
  const about = { branch, remote: options.remote, at: withoutSecrets(url), title: run.plan.title, body };
  const isDone = status === "done";
  if (options.dryRun) {
    const kept = isDone ? { ref: keptRef(run.plan.id), trouble: null } : null;
    return { ...about, kept, outcome: { is: "planned", with: gh === null ? "hand" : "gh" } };
  }

  const push = await pushPlan(opened.git, checkout, { ...options, run, tip, isDone });
  if (push.status === "refused") throw new Refused("failed", push.told);
  const { kept } = push;
  const file = writeBody(opened.folder, run.plan, body);
  if (gh === null) return { ...about, kept, outcome: { is: "pushed", address: compareAddress(url, branch), file } };
  const { is, said } = await openWithGh(gh, { branch, title: run.plan.title, file, draft: options.draft });
  if (is === "refused")
    throw new Refused(
      "not-possible",
      `${branch} is pushed, but gh opened nothing: ${said}; the text for it is in ${file}`,
    );
  return { ...about, kept, outcome: { is, said } };
}
