import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Where the server of one home lies, and who it runs as. */
export type Place = {
  /** In the home: the password, the lock, and a note that says where the rest is. */
  own: string;
  /** What belongs to the server: its data and its log. */
  folder: string;
  data: string;
  log: string;
  /** The folder of its socket. Short, since a socket's path may have 107 bytes. */
  socket: string;
  /** Where programs are copied to that cannot be used where they are. */
  programs: string;
  /** Null: as we do ourselves. */
  user: ServerUser | null;
};
export type ServerUser = { uid: number; gid: number };

/** What is noted about a place. It counts, so that a home that was moved keeps its data. */
export type PlaceNote = Pick<Place, "folder" | "socket">;

/** Null before one was made. */
export function placeOf(home: string): Place | null {
  const note = noteIn(ownFolder(home));
  return note && placeAt(home, note);
}

export function placeAt(home: string, { folder, socket }: PlaceNote): Place {
  const own = ownFolder(home);
  return {
    ...{ own, folder, socket, data: join(folder, "data"), log: join(folder, "log") },
    programs: join(folder === own ? own : SHARED, "programs"),
    user: isRoot() ? ownerOf(folder) : null,
  };
}

export const ownFolder = (home: string): string => join(home, "postgres");

export const noteFile = (own: string): string => join(own, "place.json");

/** Root's home is closed to the user the server runs as, so its data lie elsewhere. */
export const SHARED = "/var/lib/planwright";

export const isRoot = (): boolean => process.getuid?.() === 0;

function noteIn(own: string): PlaceNote | null {
  try {
    const { folder, socket } = JSON.parse(readFileSync(noteFile(own), "utf8")) as Record<string, unknown>;
    return typeof folder === "string" && typeof socket === "string" ? { folder, socket } : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Postgres refuses to run as root. Data that somebody else has made stay his. */
function ownerOf(folder: string): ServerUser {
  const { uid = 0, gid = 0 } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  return uid === 0 ? NOBODY : { uid, gid };
}

const NOBODY: ServerUser = { uid: 65534, gid: 65534 };
