import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aRun, gitIn, planOf } from "../../../test/attack/a-run.ts";
import { removeUnbegun } from "./plan-branch.ts";

test("a branch that holds nothing but an approval goes, unless somebody works on it just now", async () => {
  const { top, run } = await aRun({ files: { "a.txt": "old\n" }, plan: planOf({ contract: "grep -q new a.txt" }) });
  const branches = () => gitIn(top, "branch", "--format=%(refname:short)").trim().split("\n");
  const folder = join(dirname(run.git.gitDir), "runs", run.plan.id);
  rmSync(folder, { recursive: true });
  // A process that only another database knows of.
  const script = `import { makeOwnFolder } from ${JSON.stringify(resolve("src/workspace/folders/own-folder.ts"))};
makeOwnFolder(${JSON.stringify(folder)});
console.log("made");
setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void other.kill("SIGKILL"));
  await once(other.stdout, "data");
  await removeUnbegun(run.git, run.plan, run.signer);
  expect(branches()).toContain("plan/numbers");

  other.kill("SIGKILL");
  await once(other, "close");
  await removeUnbegun(run.git, run.plan, run.signer);
  expect(branches()).toEqual(["main"]);
});
