import type { Store } from "../../ports/store.ts";
import { repositoryIdOf } from "../../record/repository-id.ts";
import type { Run, RunSummary } from "../../record/run.ts";
import { nearest } from "../../std/nearest.ts";
import { Refused, type Remedy, remedy } from "../../std/refusal.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import type { Scene } from "../opening/scene.ts";

/** The repository around a person, and what is known of its runs. */
export type OpenedRuns = { opened: OpenedRepository; store: Store };

export const openRuns = async (scene: Scene, told?: (line: string) => void): Promise<OpenedRuns> => ({
  opened: await scene.repository(),
  store: await scene.store(told),
});

/**
 * The run that a person means: by its id, its plan's id or its branch, the newest where there are several; without a
 * name the only one that is not over. Throws `Refused` that lists what there is, and shows how to name one with the very
 * order that was given, such as `retry` with a step.
 */
export async function findRun({ opened, store }: OpenedRuns, name: string | undefined, order: Given): Promise<Run> {
  const repository = repositoryIdOf(opened.git.facts);
  const all = await store.runs.list({ repository });
  const found = name === undefined ? onlyOne(all, order) : all.find((run) => isNamed(run, name));
  if (!found) throw name === undefined ? nothingHere(all) : notThere(all, name);
  const run = await store.runs.get(found.id);
  if (!run) throw new Refused("no-run", `the run ${found.id} is not there any more`);
  return run;
}

/** An order that is about a run, and what else was said with it. */
export type Given = Pick<Remedy, "do" | "with">;

/** The one that is under way; else the newest, if it has failed and may be taken up again. */
function onlyOne(all: readonly RunSummary[], order: Given): RunSummary | undefined {
  const open = all.filter(({ status }) => status === "in-progress" || status === "approved");
  const [first, ...others] = open;
  if (first !== undefined && others.length > 0)
    throw new Refused("ambiguous", `which one? ${open.map(({ planId }) => planId).join(", ")} are not over`, {
      remedies: [remedy(order.do, { ...order.with, run: first.planId }, "names one of them")],
    });
  return first ?? (all[0]?.status === "failed" ? all[0] : undefined);
}

export const isNamed = ({ id, planId, branch }: RunSummary, name: string): boolean =>
  [id, planId, branch, branch.replace("refs/heads/", "")].includes(name);

export const nothingHere = ([last]: readonly RunSummary[]): Refused =>
  last === undefined
    ? new Refused("no-run", "nothing has run in this repository yet", {
        remedies: [remedy("run", { plan: "" }, "starts one")],
      })
    : new Refused("no-run", "nothing is under way here", {
        remedies: [remedy("status", { run: last.planId }, "says what became of the last run")],
      });

function notThere(all: readonly RunSummary[], name: string): Refused {
  const known = [...new Set(all.map(({ planId }) => planId))];
  if (known.length === 0) return nothingHere(all);
  const meant = nearest(name, known);
  const there = meant === null ? `there are ${known.slice(0, 20).join(", ")}` : `did you mean ${meant}?`;
  return new Refused("no-run", `there is no run ${name} here; ${there}`);
}
