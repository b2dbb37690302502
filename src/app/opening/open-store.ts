import { databaseUrl } from "../../config/environment.ts";
import type { Store } from "../../ports/store.ts";
import { ensurePostgres } from "../../store/embedded/ensure-postgres.ts";
import { openStore } from "../../store/open-store.ts";
import type { Home } from "./home.ts";

/** The database that remembers runs: the person's own, or the one in our home, started if it is not up. */
export async function openStoreFor(home: Home, told: (line: string) => void = () => {}): Promise<Store> {
  const own = databaseUrl();
  return openStore(own ?? (await ensurePostgres({ home: home.path, told })).url);
}

/** Starts the database in our home again if it is down. The person's own is theirs to start. */
export async function reviveDatabase(home: Home): Promise<void> {
  if (databaseUrl() === null) await ensurePostgres({ home: home.path });
}
