import { currentState } from "../engine/journal-state.ts";
import type { CommitId } from "../ports/git.ts";
import type { Store } from "../ports/store.ts";
import type { RunSummary } from "../record/run.ts";
import { openRepository } from "./open-repository.ts";

/** Those of these runs whose finished plan is on a branch that belongs to no plan, by whatever way it came there. */
export async function mergedRuns(store: Store, runs: readonly RunSummary[]): Promise<ReadonlySet<string>> {
  const done = runs.filter(({ status }) => status === "done");
  const merged = new Set<string>();
  for (const own of Map.groupBy(done, ({ commonDir }) => commonDir).values()) {
    const seen = await commitsSince(own);
    for (const { id } of seen.size === 0 ? [] : own) {
      const { tip } = await currentState(store.journal, id);
      if (tip !== null && seen.has(tip)) merged.add(id);
    }
  }
  return merged;
}

/** What is on the branches that people work on since the first of these runs began; nothing where a repository is gone. */
async function commitsSince(runs: readonly RunSummary[]): Promise<ReadonlySet<CommitId>> {
  const [newest] = runs;
  if (newest === undefined) return new Set();
  const opened = await openRepository(newest.top).catch(() => null);
  if (opened === null) return new Set();
  try {
    const first = Math.min(...runs.map(({ createdAt }) => Date.parse(createdAt)));
    const since = `--since=${new Date(first - A_DAY).toISOString()}`;
    const { code, stdout } = await opened.git.run(["rev-list", since, ...OF_PEOPLE], { allowed: [0, 128] });
    return new Set(code === 0 ? stdout.toString("latin1").split("\n") : []);
  } finally {
    opened.git.objects.close();
  }
}

/** Clocks differ. */
const A_DAY = 24 * 60 * 60 * 1000;

const OF_PEOPLE = [
  ...["--exclude=plan/*", "--exclude=debug/*", "--branches"],
  ...["--exclude=*/plan/*", "--exclude=*/debug/*", "--remotes"],
];
