import { expect, onTestFinished, test } from "vitest";
import { aFinishedBranch } from "../../../test/a-finished-branch.ts";
import { planwright } from "../../../test/cli.ts";
import { tempFolder } from "../../../test/temp-folder.ts";

test("a contract that asks git finds it again when it is run again", async () => {
  const contract = "git diff --name-only HEAD | grep -qx a.txt";
  const finished = await aFinishedBranch({ "a.txt": "old\n" }, "Words", [
    { title: "Say it", contract, script: "echo new > a.txt" },
  ]);
  onTestFinished(finished.remove);
  const env = { PLANWRIGHT_HOME: tempFolder() };
  const { stdout } = planwright(["audit", "plan/words", "--rerun", "--json"], finished.top, env);
  expect(JSON.parse(stdout).reruns).toMatchObject([{ step: 1, command: contract, passes: true }]);
});
