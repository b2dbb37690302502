import { join } from "node:path";
import { expect, test } from "vitest";
import { aCheckout, conclusions, gitIn, planOf, write } from "../../../test/a-checkout.ts";
import { planwright } from "../../../test/cli.ts";

test("a plan that is named by its repository's folder is checked there, wherever we are", () => {
  const { place, top, home } = aCheckout();
  const env = { PLANWRIGHT_HOME: home };
  expect(conclusions(planwright(["check", top, "--json"], "/", env))).toMatchObject([{ conclusion: "proven" }]);
  // Another repository around it has no say.
  gitIn(place, "init", "-q");
  expect(conclusions(planwright(["check", ".", "--json"], top, env))).toMatchObject([{ conclusion: "proven" }]);
});

test("a plan that lies in no repository is checked where we are", () => {
  const { place, top, home } = aCheckout();
  write(join(place, "plans"), { "plan.md": planOf(["grep -q new a.txt"]) });
  const run = planwright(["check", "../plans/plan.md", "--json"], top, { PLANWRIGHT_HOME: home });
  expect(conclusions(run)).toMatchObject([{ conclusion: "proven" }]);
});

test("a repository of the plan's that cannot be used is not changed for another", () => {
  const { place, top, home } = aCheckout();
  const odd = join(place, "odd");
  write(odd, { "plan.md": planOf(["grep -q new a.txt"]) });
  gitIn(odd, "init", "-q");
  gitIn(odd, "config", "core.worktree", "/");
  const { status, stderr } = planwright(["check", "../odd/plan.md"], top, { PLANWRIGHT_HOME: home });
  expect(stderr).toMatch(/odd\/\.git has its working tree elsewhere/);
  expect(status).toBe(2);
});

test("a template is no step yet, and is told of instead", () => {
  const { top, home } = aCheckout();
  const text = planOf(["grep -q new a.txt", "test -f MODULE.js"]);
  write(top, { "plan.md": text.replace("### 2. Step 2", "### 2–N. One for each module") });
  const { status, stdout } = planwright(["check", "plan.md"], top, { PLANWRIGHT_HOME: home });
  expect(stdout).toContain("note: 2–N stands for steps that are not written yet, and is not checked\n");
  expect(stdout).toMatch(/\n1 step: 1 proven\n$/);
  expect(status).toBe(0);
});
