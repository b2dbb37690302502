import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCheckout, gitIn, PROVEN, planOf } from "../../../test/a-checkout.ts";
import { steps } from "../../dialects/steps/dialect.ts";
import { openStepRun } from "./open-step-run.ts";

test("a machine that cannot run contracts gets no branch, so that the plan can be opened later", async () => {
  const { top, home } = aCheckout();
  process.env.PLANWRIGHT_HOME = home;
  const files = { root: ".plan", files: [{ path: ".plan/plan.md", text: planOf([PROVEN]) }] };
  const open = () => openStepRun(top, { dialect: steps, files, approvedBy: "ann" });
  const policy = join(home, "policy.yaml");
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(policy, "sandbox: perhaps\n");
  await expect(open()).rejects.toThrow("`sandbox` is `on` or `off`");
  expect(gitIn(top, "branch", "--format=%(refname:short)")).toBe("main");
  writeFileSync(policy, "");
  await (await open()).close();
  expect(gitIn(top, "branch", "--format=%(refname:short)")).toBe("main\nplan/words");
});
