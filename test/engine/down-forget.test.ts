import { expect, onTestFinished, test } from "vitest";
import { repositoryAt } from "../../src/record/repository-at.testkit.ts";
import { aQuestion, aRun, asked, opened } from "../../src/store/a-run.testkit.ts";
import { ensurePostgres } from "../../src/store/embedded/ensure-postgres.ts";
import { postgresStatus } from "../../src/store/embedded/postgres-status.ts";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import { openStore } from "../../src/store/open-store.ts";
import { planwright } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";

test("what is remembered is forgotten only when somebody has seen how much it is, and says so", async () => {
  const home = tempFolder();
  onTestFinished(() => removePostgres(home));
  const down = (...flags: string[]) => planwright(["down", ...flags], ".", { PLANWRIGHT_HOME: home });
  const store = await openStore((await ensurePostgres({ home })).url);
  await store.runs.create(aRun("first"), [opened, asked(aQuestion("first:1", "first"))]);
  await store.runs.create(aRun("second"), [opened, { type: "cancelled", by: "ada" }]);
  const repository = repositoryAt("/elsewhere");
  await store.runs.create(aRun("third", { repository }), [opened]);
  await store.close();

  const loss =
    "3 runs of 2 repositories would be gone, with journals and approvals; 2 of them are not over, and 1 question waits for an answer\n";
  expect(down("--forget")).toEqual({
    status: 2,
    stdout: "",
    stderr: `${loss}planwright: nothing was deleted; --yes deletes it\n`,
  });
  expect(postgresStatus(home).state).toBe("running");
  // One that was down is up only as long as it is asked.
  expect(down().status).toBe(0);
  expect(down("--forget")).toMatchObject({ status: 2, stderr: expect.stringContaining(loss) });
  expect(postgresStatus(home).state).toBe("stopped");

  expect(down("--forget", "--yes")).toMatchObject({
    status: 0,
    stdout: "the database is stopped, and what it remembered is deleted\n",
  });
  expect(postgresStatus(home).state).toBe("none");
  await ensurePostgres({ home });
  expect(down("--forget")).toMatchObject({ status: 0, stderr: "" });
});
