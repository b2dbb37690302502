import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRun } from "../../store/a-run.testkit.ts";
import { leaveOwnFolder, makeOwnFolder } from "../../workspace/folders/own-folder.ts";
import { runFolder, runFolders, takeRunFolder } from "./run-folder.ts";

const lease = (epoch: number) => ({ host: "h", epoch });

test("a run has a folder of its own, and lists say of which plan it is", async () => {
  const repository = tempFolder();
  const run = aRun("one");
  const folder = await takeRunFolder(repository, run, lease(1));
  expect(folder).toBe(join(repository, "runs", "one"));
  expect(runFolders(repository)).toEqual([{ plan: "plan-of-one", path: folder }]);
});

test("one that an earlier version called as the plan is found, and the next run of that plan has another", () => {
  const repository = tempFolder();
  const earlier = makeOwnFolder(join(repository, "runs", "plan-of-one"));
  mkdirSync(join(earlier, "transcripts", "one"), { recursive: true });
  expect(runFolder(repository, aRun("one"))).toBe(earlier);
  expect(runFolders(repository)).toEqual([{ plan: "plan-of-one", path: earlier }]);
  expect(runFolder(repository, { id: "two", plan: { id: "plan-of-one" } })).toBe(join(repository, "runs", "two"));
});

test("a later lease of the same process waits for the folder until the earlier one leaves it", async () => {
  const repository = tempFolder();
  const run = aRun("one");
  const folder = await takeRunFolder(repository, run, lease(1));
  const told: string[] = [];
  let isTaken = false;
  const taking = takeRunFolder(repository, run, lease(2), {
    onLine(line) {
      told.push(line);
      setTimeout(() => {
        expect(isTaken).toBe(false);
        leaveOwnFolder(folder);
      }, 200);
    },
  }).then(() => {
    isTaken = true;
  });
  await taking;
  expect(told).toEqual(["waiting for the end of what was begun before"]);
});
