import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRun, gitIn, planOf } from "../../../test/attack/a-run.ts";

const SCENE = { files: { "a.txt": "old\n" }, plan: planOf({ contract: "grep -q new a.txt" }) };
const BRANCH = "plan/numbers";

test("a step is accepted with all that belongs to it, or not at all", async () => {
  const { attempt, accept, top } = await aRun(SCENE);
  const worked = await attempt("echo new > a.txt");
  const before = gitIn(top, "rev-parse", BRANCH);
  const lock = join(top, `.git/refs/heads/${BRANCH}.lock`);
  writeFileSync(lock, "");
  await expect(accept(worked)).rejects.toThrow();
  expect(gitIn(top, "rev-parse", BRANCH)).toBe(before);
  rmSync(lock);
  const { accepted } = await accept(worked);
  expect(gitIn(top, "rev-parse", BRANCH).trim()).toBe(accepted);
});

test("a step that changes nothing is marked in its receipt", async () => {
  const { attempt, accept, top } = await aRun({ ...SCENE, plan: planOf({ contract: "grep -q old a.txt" }) });
  await accept(await attempt("echo done"));
  const receipt = JSON.parse(gitIn(top, "show", `${BRANCH}:.plan/receipts/01.json`));
  expect(receipt.predicate.result).toBe("WARNED");
  expect(readFileSync(join(top, "a.txt"), "utf8")).toBe("old\n");
});
