import { existsSync, realpathSync } from "node:fs";
import { databaseUrl } from "../config/environment.ts";
import { homeFolder } from "../config/home.ts";
import { ensurePostgres } from "../store/embedded/ensure-postgres.ts";
import { postgresStatus } from "../store/embedded/postgres-status.ts";
import { removePostgres } from "../store/embedded/remove-postgres.ts";
import { stopPostgres } from "../store/embedded/stop-postgres.ts";
import { openStore } from "../store/open-store.ts";
import { liveHolder, spoken } from "./lease.ts";
import { UsageError } from "./usage-error.ts";

/** `not-ours`: the person has named a Postgres of their own, and whatever lies in our home is not in use. */
export type Down = "stopped" | "forgotten" | "not-running" | "not-ours";

/**
 * Ends the database of this home. What is in it stays, and the next command that needs it starts it again; with `forget`
 * it goes, too.
 */
export async function down({ force, forget }: { force: boolean; forget: boolean }): Promise<Down> {
  const told = homeFolder();
  if (!existsSync(told)) return absent();
  const home = realpathSync(told);
  const { state } = postgresStatus(home);
  if (state === "running" && !force) await refuseWhileInUse(home);
  if (forget && state !== "none") {
    await removePostgres(home);
    return "forgotten";
  }
  return state === "running" ? stopPostgres(home) : absent();
}

const absent = (): Down => (databaseUrl() === null ? "not-running" : "not-ours");

/** Cutting a run off from its database would stop it in the middle of an attempt. */
async function refuseWhileInUse(home: string): Promise<void> {
  const store = await openStore((await ensurePostgres({ home })).url);
  try {
    for (const { id, host } of await store.runs.list({ isOver: false })) {
      const holder = host === null ? null : await liveHolder(store, id);
      if (holder === null) continue;
      throw new UsageError(
        `${id} is being carried out by ${spoken(holder)}; \`planwright pause\` it first, or cut it off with --force`,
      );
    }
  } finally {
    await store.close();
  }
}
