import { type RepositoryId, repositoryIdOf } from "./repository-id.ts";

/** A repository by its folder, which need not be there. */
export function repositoryAt(top: string): { id: RepositoryId; top: string; commonDir: string } {
  const commonDir = `${top}/.git`;
  return { id: repositoryIdOf({ commonDir }), top, commonDir };
}
