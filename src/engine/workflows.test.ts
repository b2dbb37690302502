import { expect, test } from "vitest";
import { aHostedRun, planWith } from "../../test/engine/a-hosted-run.ts";
import { inSql } from "../store/a-store.testkit.ts";

const TWO = planWith([{ contract: "test -s one.txt" }, { contract: "test -s two.txt" }]);

test("a step that passes at once is two durable steps, and each says what comes next", async () => {
  const command = "for name in one two; do test -e $name.txt || { echo x > $name.txt; exit; }; done\n";
  const { goOn, run, store } = await aHostedRun({ plan: TWO, command });
  expect((await goOn()).halt).toBe("done");
  const saved = await inSql<{ name: string }>(
    store.url,
    "select function_name as name from dbos.operation_outputs where starts_with(workflow_uuid, $1) order by function_id",
    [`${run.id}~`],
  );
  const step = ["work", "accept"];
  expect(saved.map(({ name }) => name)).toEqual(["decide", ...step, ...step, "complete"]);
}, 60_000);

test("what another version of the program has left unfinished is not waited for", async () => {
  const { goOn, answer, run, store } = await aHostedRun({
    plan: planWith([{ contract: "grep -q yes one.txt", more: "**on_fail:** escalate\n" }]),
    command: "test -e ../asked || cat\necho no > one.txt\n",
  });
  expect((await goOn()).halt).toBe("waiting");
  await inSql(
    store.url,
    "update dbos.workflow_status set status = 'PENDING', application_version = '0' where starts_with(workflow_uuid, $1)",
    [`${run.id}~`],
  );
  await answer("skip");
  expect((await goOn()).halt).toBe("done");
}, 60_000);
