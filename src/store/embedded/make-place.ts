import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { createFile } from "../../std/create-atomically.ts";
import { StoreError } from "../store-error.ts";
import { endServer } from "./end-server.ts";
import { isRoot, noteFile, ownFolder, type Place, placeAt, placeOf, type ServerUser, SHARED } from "./place.ts";

/** Makes the folders of a place where they are missing, open to nobody but the server and us. */
export async function makePlace(home: string): Promise<Place> {
  const place = placeOf(home) ?? (await newPlace(home));
  makeSocketFolder(place.socket, place.user);
  return place;
}

async function newPlace(home: string): Promise<Place> {
  const own = ownFolder(home);
  const folder = isRoot() ? join(SHARED, nameOf(home)) : own;
  const place = placeAt(home, { folder, socket: `/tmp/pw-${randomBytes(6).toString("hex")}` });
  if (folder !== own) await makeSharedFolder(place);
  createFile(noteFile(own), `${JSON.stringify({ folder, socket: place.socket })}\n`, 0o600);
  return place;
}

const nameOf = (home: string): string => createHash("sha256").update(realpathSync(home)).digest("hex").slice(0, 12);

/** What is there already belongs to a home that was at the same place and was removed; it is kept once, to be safe. */
async function makeSharedFolder(place: Place): Promise<void> {
  const { folder, user } = place;
  mkdirSync(SHARED, { recursive: true });
  chmodSync(SHARED, 0o755);
  if (existsSync(folder)) {
    await endServer(place);
    rmSync(`${folder}.old`, { recursive: true, force: true });
    renameSync(folder, `${folder}.old`);
  }
  mkdirSync(folder, { mode: 0o700 });
  giveTo(user, folder);
}

/** Everybody may make folders in /tmp: one that somebody else has made there under our name is not used. */
function makeSocketFolder(socket: string, user: ServerUser | null): void {
  if (!statSync(socket, { throwIfNoEntry: false })) mkdirSync(socket, { mode: 0o700 });
  const found = lstatSync(socket);
  const isOurs = found.uid === process.getuid?.() || found.uid === user?.uid;
  if (!isOurs || !found.isDirectory()) {
    throw new StoreError("not-ours", `${socket} belongs to somebody else; have it removed, or set PLANWRIGHT_HOME`);
  }
  if ((found.mode & 0o777) !== 0o700) chmodSync(socket, 0o700);
  if (found.uid !== user?.uid) giveTo(user, socket);
}

function giveTo(user: ServerUser | null, path: string): void {
  if (!user) return;
  try {
    chownSync(path, user.uid, user.gid);
  } catch (cause) {
    throw new StoreError(
      "no-postgres",
      "Postgres refuses to run as root, and root cannot start it as another user here; " +
        "run planwright as an ordinary user, or set PLANWRIGHT_DATABASE_URL to a Postgres of your own",
      { cause },
    );
  }
}
