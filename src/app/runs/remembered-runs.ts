import { databaseUrl } from "../../config/environment.ts";
import { homeFolder } from "../../config/home.ts";
import type { Store } from "../../ports/store.ts";
import { type RepositoryId, repositoryIdOf } from "../../record/repository-id.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { postgresStatus } from "../../store/embedded/postgres-status.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import type { Scene } from "../opening/scene.ts";
import { nothingHere, type OpenedRuns, openRuns } from "./open-runs.ts";

/** Whether anything can be known of runs. No database is made, or started, only to say that nothing has run. */
export const isAnythingRemembered = (): boolean =>
  databaseUrl() !== null || postgresStatus(homeFolder()).state !== "none";

/** Like `openRuns`, for whoever wants a run that is there. Throws `Refused` where nothing has ever run. */
export async function openRememberedRuns(scene: Scene, told?: (line: string) => void): Promise<OpenedRuns> {
  if (!isAnythingRemembered()) {
    throw nothingHere([]);
  }
  return openRuns(scene, told);
}

/** Whose runs a list shows: this repository's, or those of all. Throws `Refused` outside of any. */
export function listedOf({ cwd }: Pick<Scene, "cwd">, { all }: { all: boolean }): { repository?: RepositoryId } {
  if (all) return {};
  try {
    return { repository: repositoryIdOf(locateRepository(cwd)) };
  } catch (error) {
    if (!(error instanceof WorkspaceError && error.code === "no-repository")) throw error;
    throw new Refused("no-repository", `${cwd} is in no git repository`, {
      remedies: [remedy("again", { all: "yes" }, "shows what there is in all of them")],
    });
  }
}

/** What is known of all repositories, from wherever one stands; null where nothing has ever run. */
export async function openMemory(scene: Scene): Promise<Store | null> {
  return isAnythingRemembered() ? scene.store() : null;
}
