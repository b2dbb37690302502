import { mkdirSync } from "node:fs";
import { Client } from "pg";
import { inTurn } from "../../std/turn.ts";
import { StoreError } from "../store-error.ts";
import { addressOf, makePassword, NAME, passwordOf } from "./address.ts";
import { packageFolder, usableBinaries } from "./binaries.ts";
import { checkData, makeData } from "./make-data.ts";
import { makePlace } from "./make-place.ts";
import { ownFolder, type Place, placeOf } from "./place.ts";
import { probe } from "./probe.ts";
import { startServer } from "./start-server.ts";

export type PostgresOptions = { home: string; signal?: AbortSignal; told?: (line: string) => void };

/**
 * A Postgres of our own for this home: the one that runs already, or the one that came with us, started now. It outlives
 * this process, and ends by itself after half an hour without a client. Throws `StoreError`.
 */
export async function ensurePostgres({ home, signal, told = () => {} }: PostgresOptions): Promise<{ url: string }> {
  try {
    const place = placeOf(home);
    const running = place && (await addressOfRunning(place));
    if (running) return { url: running };
    // Another process may be about to start it: whoever comes next looks again.
    mkdirSync(ownFolder(home), { recursive: true, mode: 0o700 });
    return await inTurn(ownFolder(home), "turn", signal, () => start(home, signal, told));
  } catch (error) {
    throw inWords(error, home);
  }
}

async function start(
  home: string,
  signal: AbortSignal | undefined,
  told: (line: string) => void,
): Promise<{ url: string }> {
  const place = await makePlace(home);
  const running = await addressOfRunning(place);
  if (running) return { url: running };
  const binaries = await usableBinaries(packageFolder(), place);
  const isNew = checkData(place, binaries) === "none";
  told(isNew ? "making a database (once)" : "starting the database");
  const password = isNew ? makePassword(place) : keptPassword(place);
  if (isNew) await makeData(place, binaries, password);
  const url = addressOf(place, password);
  await startServer(place, binaries, addressOf(place, password, "postgres"), IDLE, signal);
  if ((await probe(place, url)) === "no-database") await makeDatabase(addressOf(place, password, "postgres"));
  return { url };
}

const IDLE = { after: 30 * 60, every: 60 };

async function addressOfRunning(place: Place): Promise<string | null> {
  const password = passwordOf(place);
  if (password === null) return null;
  const url = addressOf(place, password);
  return (await probe(place, url)) === "ready" ? url : null;
}

function keptPassword(place: Place): string {
  const password = passwordOf(place);
  if (password !== null) return password;
  throw new StoreError(
    "damaged",
    `${place.own}/password is gone, and nobody can read ${place.data} without it; ` +
      "put it back, or move the data away to begin with an empty database",
  );
}

async function makeDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
}

/** Whatever the file system has against it. */
function inWords(error: unknown, home: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof StoreError || syscall === undefined) return error;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new StoreError("disk-full", `no room on the disk for a database (${message}); make room and try again`, {
      cause: error,
    });
  }
  return new StoreError(
    "start-failed",
    `cannot make a database for ${home} (${message}); set PLANWRIGHT_HOME to another folder, ` +
      "or PLANWRIGHT_DATABASE_URL to a Postgres of your own",
    { cause: error },
  );
}
