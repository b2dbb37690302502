import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../store-error.ts";
import type { Binaries } from "./binaries.ts";
import { type Idle, launch } from "./launch.ts";
import type { Place } from "./place.ts";
import { probe } from "./probe.ts";
import { logSince, logSize, turnLog, whyItEnded } from "./server-log.ts";
import { clearAfterServer, serverPid } from "./server-process.ts";

/** Starts the server, or waits for the one that is starting, until it answers at this address. */
export async function startServer(
  place: Place,
  { postgres }: Binaries,
  url: string,
  idle: Idle,
  signal: AbortSignal | undefined,
): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < PATIENCE) {
    signal?.throwIfAborted();
    if (isUp(await probe(place, url))) return;
    const ended = clearAfterServer(place) ? await tryToStart(place, postgres, url, idle, signal) : "in-the-way";
    if (ended === "up") return;
    // What is in the way of the next server goes by itself, within a second or two.
    await sleep(100);
  }
  throw new StoreError(
    "start-failed",
    `the database in ${place.folder} does not answer${inWords(serverPid(place))}; ${place.log} may say why`,
  );
}

const PATIENCE = 60_000;

const inWords = (pid: number | null): string => (pid === null ? "" : ` (process ${pid} has it)`);

async function tryToStart(
  place: Place,
  postgres: string,
  url: string,
  idle: Idle,
  signal: AbortSignal | undefined,
): Promise<"up" | "in-the-way"> {
  turnLog(place);
  const before = logSize(place);
  const server = await launch(place, postgres, idle);
  let status: number | null = null;
  void server.exit.then((code) => {
    status = code;
  });
  try {
    while (status === null) {
      signal?.throwIfAborted();
      if (isUp(await probe(place, url))) return "up";
      await sleep(10);
    }
  } finally {
    server.leave();
  }
  if (IN_THE_WAY.test(logSince(place, before))) return "in-the-way";
  throw whyItEnded(place, status, before);
}

const isUp = (found: Awaited<ReturnType<typeof probe>>): boolean => found === "ready" || found === "no-database";

const IN_THE_WAY = /lock file ".*" already exists|pre-existing shared memory block/;
