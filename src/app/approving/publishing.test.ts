import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stepsPlan } from "../../../test/plans.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { planToRun } from "../plans/plan-to-run.ts";
import { unaskedPublishing, withPublishing } from "./publishing.ts";

const isUnasked = (step: Partial<Step>): boolean => unaskedPublishing(aPlan([aStep("a", step)])).length === 1;
const proof = (command: string): Partial<Step> => ({ contracts: [{ command, exitCode: 0 }] });

test.each<[string, Partial<Step>]>([
  ["its task says so", { what: "Fix it. Then push the branch." }],
  ["its How says so", { how: "Open a pull request with the change." }],
  ["its title says so", { title: "Open a pull request" }],
  ["it is told to run the command", { what: "Run `gh pr create --fill`." }],
  ["its contract does", proof("git push origin HEAD")],
  ["its contract asks for the pull request", proof("gh pr view --json state -q .state | grep -q OPEN")],
  ["it may use the network alone", { ...proof("glab mr create --fill"), needs: ["network"] }],
])("a step pushes or opens a pull request where %s", (_, step) => {
  expect(isUnasked(step)).toBe(true);
});

test.each<[string, Partial<Step>]>([
  ["asks for it", { what: "Push the branch.", needs: ["publish"] }],
  ["only commits", { what: "Commit the change." }],
  ["forbids it", { what: "Fix it. Do not push." }],
  ["looks at the network", proof("git ls-remote origin")],
])("a step does not where it %s", (_, step) => {
  expect(isUnasked(step)).toBe(false);
});

test("it is written into the text that is approved, and what it settles is no longer remarked on", () => {
  const path = join(tempFolder(), "plan.md");
  const contracts = ["npm test", "gh pr view", "curl https://a.example"].map((contract) => ({ contract }));
  const text = stepsPlan(...contracts).replace(/(?<=\*\*task:\*\*\n).*/, "Push the branch.");
  writeFileSync(path, text);
  const before = planToRun(path);
  expect(before.diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(["PW507", "PW306"]));
  const after = withPublishing(before, unaskedPublishing(before.plan));
  expect(after.plan.steps.map(({ needs }) => needs)).toEqual([["publish"], ["publish"], []]);
  expect(after.files[0]?.text).toContain("**needs:** publish\n");
  expect(after.hash).not.toBe(before.hash);
  expect(unaskedPublishing(after.plan)).toEqual([]);
  expect(after.diagnostics.filter(({ code }) => code === "PW507")).toEqual([]);
  expect(after.diagnostics.filter(({ code }) => code === "PW306").map(({ message }) => message)).toEqual([
    "`curl` needs the network, and this step has none",
  ]);
});
