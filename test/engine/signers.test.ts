import { expect, test } from "vitest";
import { planwright } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";
import { aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

const PLAN = stepsPlan([{ contract: "grep -q one one.txt" }]);

test("whose key is named on main before a plan begins is known on every machine, also after the merge", async () => {
  const { run, told, git, top } = await aPerson({
    files: { "plan.md": PLAN, "next.md": PLAN.replace("# Words", "# Next").replaceAll("one", "two") },
    command: "if [ -e one.txt ]; then echo two > two.txt; else echo one > one.txt; fi\n",
  });
  const elsewhere = (...ref: string[]) => planwright(["audit", ...ref], top, { PLANWRIGHT_HOME: tempFolder() });
  expect((await run("plan.md")).status).toBe(0);
  expect((await told("audit", "plan/words")).status).toBe(0);
  expect(elsewhere("plan/words").status).toBe(4);
  expect((await told("merge", "words", "--yes")).status).toBe(0);

  expect((await told("signers", "add", "--as", "ann@example.com")).status).toBe(0);
  git("add", "allowed_signers");
  git("commit", "-qm", "say who may sign");
  expect((await run("next.md")).status).toBe(0);
  expect(elsewhere("plan/next")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("signed by ann@example.com (5 signatures), known from allowed_signers of main at "),
  });
  expect((await told("merge", "next", "--yes")).status).toBe(0);
  expect(elsewhere("main", "--plan", "next").status).toBe(0);
  expect(elsewhere("main").stdout).toContain("main, 2 finished plans, 1 of them proven\n");
  expect(elsewhere("plan/words").status, "it began before").toBe(4);
});
