import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { makeData } from "./make-data.ts";
import { type Place, placeAt } from "./place.ts";
import { startServer } from "./start-server.ts";

function aPlace(): Place {
  const home = tempFolder();
  const folder = join(home, "postgres");
  mkdirSync(join(folder, "data"), { recursive: true });
  return { ...placeAt(home, { folder, socket: home }), user: null };
}

const nothing = { initdb: "/nowhere/initdb", postgres: "/nowhere/postgres", major: "18" };

const trouble = { code: "no-postgres", message: expect.stringMatching(/nowhere.*PLANWRIGHT_DATABASE_URL/s) };

test("programs that cannot be started are named, with the ways out", async () => {
  await expect(makeData(aPlace(), nothing, "secret")).rejects.toMatchObject(trouble);
  const place = aPlace();
  const url = `postgresql://planwright:secret@localhost/postgres?host=${place.socket}`;
  const idle = { after: 60, every: 60 };
  await expect(startServer(place, nothing, url, idle, undefined)).rejects.toMatchObject(trouble);
});
