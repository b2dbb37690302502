import type { Store } from "../../ports/store.ts";
import { repositoryIdOf } from "../../record/repository-id.ts";
import type { Run, RunSummary } from "../../record/run.ts";
import { nearest } from "../../std/nearest.ts";
import { type OpenedRepository, openRepository } from "../opening/open-repository.ts";
import { openStoreFor } from "../opening/open-store.ts";
import { UsageError } from "../opening/usage-error.ts";

/** The repository around a person, and what is known of its runs. */
export type OpenedRuns = { opened: OpenedRepository; store: Store; close(): Promise<void> };

export async function openRuns(told: (line: string) => void = () => {}): Promise<OpenedRuns> {
  const opened = await openRepository(".");
  const store = await openStoreFor(opened.home, told);
  return {
    opened,
    store,
    async close() {
      opened.git.objects.close();
      await store.close();
    },
  };
}

/**
 * The run that a person means: by its id, its plan's id or its branch, the newest where there are several; without a
 * name the only one that is not over. Throws `UsageError` that lists what there is, and shows how to name one with the
 * very words that were typed: `command` is those, such as `retry 2`.
 */
export async function findRun({ opened, store }: OpenedRuns, name: string | undefined, command: string): Promise<Run> {
  const all = await store.runs.list({ repository: repositoryIdOf(opened.git.facts) });
  const found = name === undefined ? onlyOne(all, command) : all.find((run) => isNamed(run, name));
  if (!found) throw new UsageError(name === undefined ? nothingHere(all) : notThere(all, name));
  const run = await store.runs.get(found.id);
  if (!run) throw new UsageError(`the run ${found.id} is not there any more`);
  return run;
}

/** The one that is under way; else the newest, if it has failed and may be taken up again. */
function onlyOne(all: readonly RunSummary[], command: string): RunSummary | undefined {
  const open = all.filter(({ status }) => status === "in-progress" || status === "approved");
  if (open.length > 1)
    throw new UsageError(
      whichOne(
        open.map(({ planId }) => planId),
        command,
      ),
    );
  return open[0] ?? (all[0]?.status === "failed" ? all[0] : undefined);
}

const whichOne = (names: readonly string[], command: string): string =>
  `which one? ${names.join(", ")} are not over; name one of them, as in \`planwright ${command} ${names[0]}\``;

export const isNamed = ({ id, planId, branch }: RunSummary, name: string): boolean =>
  [id, planId, branch, branch.replace("refs/heads/", "")].includes(name);

const nothingHere = (all: readonly RunSummary[]): string => {
  const [last] = all;
  return last === undefined
    ? "nothing has run in this repository yet; `planwright run PLAN` begins"
    : `nothing is under way here; \`planwright status ${last.planId}\` says what became of the last run`;
};

function notThere(all: readonly RunSummary[], name: string): string {
  const known = [...new Set(all.map(({ planId }) => planId))];
  const meant = nearest(name, known);
  if (meant !== null) return `there is no run ${name} here; did you mean ${meant}?`;
  return known.length === 0
    ? nothingHere(all)
    : `there is no run ${name} here; there are ${known.slice(0, 20).join(", ")}`;
}
