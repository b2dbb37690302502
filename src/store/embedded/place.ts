import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { createFile, ExistsError } from "../../std/create-atomically.ts";
import { StoreError } from "../store-error.ts";

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

/** The place as it is, or as it would be; nothing is made. */
export function placeOf(home: string): Place {
  const own = join(home, "postgres");
  const { folder, socket } = noted(own) ?? {
    folder: isRoot() ? join(SHARED, nameOf(home)) : own,
    socket: `/tmp/pw-${nameOf(home)}`,
  };
  return {
    ...{ own, folder, socket, data: join(folder, "data"), log: join(folder, "log") },
    programs: folder === own ? join(own, "programs") : join(SHARED, "programs"),
    user: isRoot() ? ownerOf(folder) : null,
  };
}

/** Root's home is closed to the user the server runs as, so its data lie elsewhere. */
const SHARED = "/var/lib/planwright";

const isRoot = (): boolean => process.getuid?.() === 0;

/** Another user's home has its own name even where the two look alike. */
function nameOf(home: string): string {
  const path = existsSync(home) ? realpathSync(home) : home;
  return createHash("sha256").update(`${process.getuid?.()} ${path}`).digest("hex").slice(0, 12);
}

/** The note counts, so that a home that was moved keeps its data. */
function noted(own: string): { folder: string; socket: string } | null {
  try {
    const { folder, socket } = JSON.parse(readFileSync(join(own, "place.json"), "utf8")) as Record<string, unknown>;
    return typeof folder === "string" && typeof socket === "string" ? { folder, socket } : null;
  } catch {
    return null;
  }
}

/** Postgres refuses to run as root. Data that somebody else has made stay his. */
function ownerOf(folder: string): ServerUser {
  const { uid = 0, gid = 0 } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  return uid === 0 ? NOBODY : { uid, gid };
}

const NOBODY: ServerUser = { uid: 65534, gid: 65534 };

/** Makes the folders, each open to nobody but the server and us. Throws `StoreError`. */
export function makePlace({ own, folder, socket, user }: Place): void {
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 });
    if (folder !== own) {
      mkdirSync(SHARED, { recursive: true });
      chmodSync(SHARED, 0o755);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    }
    if (user && statSync(folder).uid === 0) chownSync(folder, user.uid, user.gid);
    makeSocketFolder(socket, user);
    note(own, JSON.stringify({ folder, socket }));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(
      "start-failed",
      `cannot make a place for the database: ${(error as Error).message}; set PLANWRIGHT_HOME to another folder, ` +
        "or PLANWRIGHT_DATABASE_URL to a Postgres of your own",
      { cause: error },
    );
  }
}

function note(own: string, text: string): void {
  try {
    createFile(join(own, "place.json"), `${text}\n`, 0o600);
  } catch (error) {
    if (!(error instanceof ExistsError)) throw error;
  }
}

/** Everybody may make folders in /tmp: one that somebody else has made there under our name is not used. */
function makeSocketFolder(socket: string, user: ServerUser | null): void {
  try {
    mkdirSync(socket, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = lstatSync(socket);
  const isOurs = found.uid === process.getuid?.() || found.uid === user?.uid;
  if (!isOurs || !found.isDirectory()) {
    throw new StoreError("not-ours", `${socket} belongs to somebody else; have it removed, or set PLANWRIGHT_HOME`);
  }
  if ((found.mode & 0o777) !== 0o700) chmodSync(socket, 0o700);
  if (user && found.uid !== user.uid) chownSync(socket, user.uid, user.gid);
}
