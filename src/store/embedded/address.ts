import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFile } from "../../std/create-atomically.ts";
import type { Place } from "./place.ts";

/** Name of the database, and of the only user of its server. */
export const NAME = "planwright";

/**
 * Where clients find the server. `localhost` is there for those that want a host in every address; the socket counts.
 */
export const addressOf = ({ socket }: Place, password: string, database: string = NAME): string =>
  `postgresql://${NAME}:${password}@localhost/${database}?host=${encodeURIComponent(socket)}`;

/** Null before there is one. */
export function passwordOf({ own }: Place): string | null {
  try {
    return readFileSync(join(own, "password"), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** On the disk before the data are, which are of no use without it. */
export function makePassword(place: Place): string {
  const known = passwordOf(place);
  if (known) return known;
  const password = randomBytes(24).toString("hex");
  createFile(join(place.own, "password"), `${password}\n`, 0o600);
  return password;
}
