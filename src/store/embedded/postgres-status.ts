import { placeOf } from "./place.ts";
import { serverPid } from "./server-process.ts";

/** `folder` holds data and log, `socket` is the folder of the socket. */
export type PostgresStatus =
  | { state: "none" }
  | { state: "stopped"; folder: string; log: string; socket: string }
  | { state: "running"; folder: string; log: string; socket: string; pid: number };

/** What there is of a server for this home. Nothing is made or started. */
export function postgresStatus(home: string): PostgresStatus {
  const place = placeOf(home);
  if (!place) return { state: "none" };
  const { folder, log, socket } = place;
  const pid = serverPid(place);
  return pid === null ? { state: "stopped", folder, log, socket } : { state: "running", folder, log, socket, pid };
}
