import { rmSync } from "node:fs";
import { join } from "node:path";
import { postgresStatus } from "./postgres-status.ts";
import { stopPostgres } from "./stop-postgres.ts";

/** Ends the server of a home and deletes everything that it remembers. The next one that is wanted begins with nothing. */
export async function removePostgres(home: string): Promise<void> {
  await stopPostgres(home);
  const status = postgresStatus(home);
  const places = status.state === "none" ? [] : [status.folder, status.socket];
  for (const place of [...places, join(home, "postgres")]) rmSync(place, { recursive: true, force: true });
}
