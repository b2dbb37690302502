import { join } from "node:path";
import { expect, test } from "vitest";
import { aRun, planOf, type TestRun, write } from "../../../test/attack/a-run.ts";
import { writeExecutable } from "../../../test/executable.ts";
import { runSide } from "../../contracts/sides/side.ts";
import { contractHints } from "./contract-hints.ts";

const FILES = { ".gitignore": "build/\n.env\nlogs/\n", "README.md": "# here\n" };

test("names the ignored file that makes the difference, and no other", async () => {
  const run = await aRun({ files: FILES, plan: planOf({ contract: "grep -q ok build/out.txt" }) });
  write(run.top, { "build/out.txt": "ok\n", ".env": "A=1\n", "logs/today": "…\n" });
  expect(await hints(run, ["build", ".env", "logs"])).toEqual([
    "it passes when it can see `build`, which git ignores: another checkout does not have it, so let the contract make it",
  ]);
});

test("names a file as well as a folder when both are needed", async () => {
  const run = await aRun({ files: FILES, plan: planOf({ contract: "cat .env build/out.txt" }) });
  write(run.top, { "build/out.txt": "ok\n", ".env": "A=1\n", "logs/today": "…\n" });
  const [hint] = await hints(run, ["build", ".env", "logs"]);
  expect(hint).toContain("`build`, `.env`, which git ignores: another checkout does not have them");
});

test("says nothing where ignored files make no difference", async () => {
  const run = await aRun({ files: FILES, plan: planOf({ contract: "false" }) });
  write(run.top, { ".env": "A=1\n" });
  expect(await hints(run, [".env"])).toEqual([]);
});

test("says where a missing tool is, or how to get it", async () => {
  const run = await aRun({ files: FILES, plan: planOf({ contract: "pytset --all" }) });
  expect(await hints(run, [])).toEqual(["install it, or correct its name; contracts find what is on your PATH"]);
  writeExecutable(join(run.top, "node_modules/.bin/pytset"), "true");
  expect(await hints(run, [])).toEqual(["it is installed in node_modules: write `npx --no-install pytset`"]);
});

async function hints({ run }: TestRun, ignored: readonly string[]): Promise<string[]> {
  const { place, plan, git, branch } = run;
  const signal = AbortSignal.timeout(60_000);
  const [contract] = plan.steps[0]?.contracts ?? [];
  const { stdout } = await git.run(["rev-parse", `${branch}^{tree}`]);
  if (!contract) throw new Error("the plan has no contract");
  const after = await runSide(place, plan, contract, stdout.toString().trim(), signal);
  const notRun = { notRun: "it does not pass yet" };
  const proven = { contract, after, base: notRun, reverted: notRun, conclusion: "failing" } as const;
  return contractHints(proven, { place, plan, ignored, signal });
}
