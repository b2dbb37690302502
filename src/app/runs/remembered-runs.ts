import { databaseUrl } from "../../config/environment.ts";
import { homeFolder } from "../../config/home.ts";
import type { Store } from "../../ports/store.ts";
import { type RepositoryId, repositoryIdOf } from "../../record/repository-id.ts";
import { postgresStatus } from "../../store/embedded/postgres-status.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import { openHome } from "../opening/home.ts";
import { openStoreFor } from "../opening/open-store.ts";
import { UsageError } from "../opening/usage-error.ts";
import { type OpenedRuns, openRuns } from "./open-runs.ts";

/** Whether anything can be known of runs. No database is made, or started, only to say that nothing has run. */
export const isAnythingRemembered = (): boolean =>
  databaseUrl() !== null || postgresStatus(homeFolder()).state !== "none";

/** Like `openRuns`, for whoever wants a run that is there. Throws `UsageError` where nothing has ever run. */
export async function openRememberedRuns(told: (line: string) => void = () => {}): Promise<OpenedRuns> {
  if (!isAnythingRemembered()) {
    throw new UsageError("nothing has run in this repository yet; `planwright run PLAN` begins");
  }
  return openRuns(told);
}

/** Whose runs a list shows: this repository's, or those of all. Throws `UsageError` outside of any. */
export function listedOf({ all }: { all: boolean }): { repository?: RepositoryId } {
  if (all) return {};
  try {
    return { repository: repositoryIdOf(locateRepository(".")) };
  } catch (error) {
    if (!(error instanceof WorkspaceError && error.code === "no-repository")) throw error;
    throw new UsageError(`${process.cwd()} is in no git repository; --all shows what there is in all of them`);
  }
}

/** What is known of all repositories, from wherever one stands; null where nothing has ever run. */
export async function openMemory(): Promise<Store | null> {
  return isAnythingRemembered() ? openStoreFor(openHome(null)) : null;
}
