import { repositoryIdOf } from "./repository-id.ts";
import type { Run } from "./run.ts";

/** A run as it was kept, which may be long ago. Steps had no agents of their own then, and repositories no ids. */
export type StoredRun = Omit<Run, "agents" | "repository"> & {
  agents?: Run["agents"];
  repository: Omit<Run["repository"], "id"> & Partial<Pick<Run["repository"], "id">>;
};

/** The same as a run of today. */
export const upcastRun = ({ agents = {}, repository, ...run }: StoredRun): Run => ({
  ...run,
  agents,
  repository: { ...repository, id: repository.id ?? repositoryIdOf(repository) },
});
