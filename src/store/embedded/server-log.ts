import { readFileSync, renameSync, statfsSync, statSync } from "node:fs";
import { StoreError } from "../store-error.ts";
import { noPostgres } from "./no-postgres.ts";
import type { Place } from "./place.ts";

/** Begins a new log when the old one has grown large; the one before it is kept. */
export function turnLog(place: Place): void {
  if (logSize(place) > 1 << 20) renameSync(place.log, `${place.log}.old`);
}

export const logSize = ({ log }: Place): number => statSync(log, { throwIfNoEntry: false })?.size ?? 0;

/** What the log says since it had this size. */
export function logSince({ log }: Place, size: number): string {
  try {
    return readFileSync(log).subarray(size).toString("utf8").trim();
  } catch {
    return "";
  }
}

/** In words for people: why a program of Postgres did not do its work. */
export function whyItEnded(place: Place, status: number, since: number): StoreError {
  const said = logSince(place, since);
  const reason = reasonIn(said) ?? `it ended with ${status} and said nothing`;
  if (/No space left on device|Disk quota exceeded/.test(said) || isFull(place.folder)) {
    return new StoreError(
      "disk-full",
      `no room on the disk for the database in ${place.folder}; make room and try again`,
    );
  }
  // 126 and 127 are what a shell says of a program that cannot be started.
  if (status === 126 || status === 127 || /error while loading shared libraries|dyld/.test(said)) {
    return noPostgres(reason);
  }
  if (DAMAGED.test(said)) {
    return new StoreError(
      "damaged",
      `the database in ${place.data} is damaged (${reason}); put it back from a backup, ` +
        "or move it away to begin with an empty one",
    );
  }
  return new StoreError("start-failed", `the database does not start (${reason}); ${place.log} says more`);
}

/** The last line of weight, without its time. */
function reasonIn(said: string): string | undefined {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const line = lines.findLast((each) => /FATAL|PANIC|error|could not/.test(each)) ?? lines.at(-1);
  return line?.replace(/^[-\d]+ [:.\d]+ UTC \[\d+\] (?:FATAL|PANIC): +/, "");
}

/** Where there is no room, there is none for a log either. */
function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 1 << 20;
}

const DAMAGED =
  /could not locate a valid checkpoint record|invalid checkpoint|incorrect checksum in control file|could not (?:open|read|access) (?:file|directory) "(?!postmaster)|could not find the database system|is not a valid data directory|PANIC/;
