import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { type Place, placeAt } from "./place.ts";
import { logSize, turnLog, whyItEnded } from "./server-log.ts";

function aPlace(): Place {
  const home = tempFolder();
  const folder = join(home, "postgres");
  mkdirSync(folder);
  return placeAt(home, { folder, socket: home });
}

const AT = "2026-01-02 03:04:05.678 UTC [42]";

const ENDINGS: [status: number, said: string, code: string, words: string][] = [
  [1, `${AT} FATAL:  could not write lock file "postmaster.pid": No space left on device`, "disk-full", "make room"],
  [127, "postgres: error while loading shared libraries: libicui18n.so.60: gone", "no-postgres", "libicui18n.so.60"],
  [
    126,
    "planwright: line 30: /nowhere/postgres: cannot execute: required file not found",
    "no-postgres",
    "required file",
  ],
  [
    1,
    `${AT} PANIC:  could not locate a valid checkpoint record`,
    "damaged",
    "(could not locate a valid checkpoint record)",
  ],
  [2, 'but could not open file "/data/global/pg_control": No such file or directory', "damaged", "pg_control"],
  [1, `${AT} FATAL:  bad permissions\n${AT} DETAIL:  they are bad`, "start-failed", "(bad permissions)"],
  [137, "", "start-failed", "it ended with 137 and said nothing"],
];

test.each(ENDINGS)(
  "of a server that ended with %s and said %j people are told the reason",
  (status, said, code, words) => {
    const place = aPlace();
    writeFileSync(place.log, `${AT} PANIC:  something of last week\n`);
    const before = logSize(place);
    appendFileSync(place.log, said);
    const { code: told, message } = whyItEnded(place, status, before);
    expect([told, message]).toEqual([code, expect.stringContaining(words)]);
    expect(message).not.toMatch(/last week|\n/);
  },
);

test("a log that has grown large is put aside, and only the last one is kept", () => {
  const place = aPlace();
  for (const size of [10, 2 << 20, 2 << 20]) {
    writeFileSync(place.log, "x".repeat(size));
    turnLog(place);
  }
  expect(readdirSync(place.folder)).toEqual(["log.old"]);
});
