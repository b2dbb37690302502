import { existsSync } from "node:fs";
import { placeOf } from "./place.ts";
import { serverPid } from "./server-process.ts";

export type PostgresStatus = {
  state: "running" | "stopped" | "none";
  pid: number | null;
  /** Where data and log lie. */
  folder: string;
  log: string;
  socket: string;
};

/** What there is of a server for this home. Nothing is made or started. */
export function postgresStatus(home: string): PostgresStatus {
  const place = placeOf(home);
  const { folder, log, socket } = place;
  const pid = serverPid(place);
  const state = pid !== null ? "running" : existsSync(place.data) ? "stopped" : "none";
  return { state, pid, folder, log, socket };
}
