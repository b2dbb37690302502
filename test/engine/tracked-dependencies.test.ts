import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { write } from "../a-checkout.ts";
import { planwright } from "../cli.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";

/** Folders with the names of installed dependencies: what git has is proven as git has it, what it ignores is lent. */

const audited = ({ top, home }: HostedRun) => {
  const { stdout } = planwright(["audit", "plan/words", "--rerun", "--json"], top, { PLANWRIGHT_HOME: home });
  const { verdict, problems, reruns } = JSON.parse(stdout);
  return { verdict, problems, passes: reruns.map(({ passes }: { passes: boolean }) => passes) };
};
const AGREES = { verdict: "proven", problems: [] };

test("what lies uncommitted in a folder that git has proves nothing", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q 2 vendor/a.txt", more: "**on_fail:** escalate" }]),
    files: { "vendor/a.txt": "1\n" },
    script: "steps:\n  1:\n    - say: It is 2 already.\n",
  });
  write(run.top, { "vendor/a.txt": "2\n" });
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.happened()).toEqual(["1: attempt 1", "1: failed, contract", "1: asked, exhausted"]);
});

test("a step may change a folder that git has, and what it changed is what is proven and committed", async () => {
  const run = await aHostedRun({
    plan: planWith([
      { contract: "grep -qx 3 vendor/a.txt" },
      { contract: "grep -q 1 vendor/new.txt && grep -qx 3 vendor/a.txt" },
    ]),
    files: { "vendor/a.txt": "1\n" },
    script: `steps:
  1:
    - run: grep -qx 1 vendor/a.txt
      must: true
    - write: { path: vendor/a.txt, text: "3\\n" }
    - say: Wrote three.
  2:
    - write: { path: vendor/new.txt, text: "1\\n" }
    - say: Wrote a new one.
`,
  });
  write(run.top, { "vendor/a.txt": "2\n" });
  expect((await run.goOn()).halt).toBe("done");
  expect(run.git("show", "plan/words:vendor/a.txt")).toBe("3");
  expect(run.git("show", "--format=", "--name-only", "plan/words~4")).toBe("vendor/a.txt");
  expect(audited(run)).toEqual({ ...AGREES, passes: [true, true] });
});

test("a folder that git ignores is shown to worker and contract as the person has it, and stays as it is", async () => {
  const check = "grep -q one one.txt\n";
  const run = await aHostedRun({
    plan: planWith([{ contract: "sh node_modules/check.sh" }]),
    files: { ".gitignore": "node_modules/\n", "node_modules/check.sh": check },
    script: `steps:
  1:
    - run: grep -q one.txt node_modules/check.sh
      must: true
    - write: { path: node_modules/check.sh, text: "exit 1\\n" }
    - write: { path: one.txt, text: "one\\n" }
    - say: Wrote one.
`,
  });
  expect((await run.goOn()).halt).toBe("done");
  expect(run.git("ls-tree", "--name-only", "plan/words").split("\n")).not.toContain("node_modules");
  expect(readFileSync(join(run.top, "node_modules/check.sh"), "utf8")).toBe(check);
  expect(audited(run)).toEqual({ ...AGREES, passes: [true] });
});
