import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository, planOf, write } from "./attack/a-run.ts";
import { planwright } from "./cli.ts";
import { tempFolder } from "./temp-folder.ts";

test("a person may switch the sandbox off, outside the repository: contracts still run in a clean tree", () => {
  const folder = tempFolder();
  const [top, home] = [join(folder, "repository"), join(folder, "home")];
  makeRepository(top, { files: { "a.txt": "1\n", ".gitignore": "node_modules\nstale\n", "plan.md": PLAN } });
  write(top, { "a.txt": "2\n", "stale/x": "left over\n", "node_modules/dep/index.js": "module.exports = 3;\n" });
  mkdirSync(home);
  writeFileSync(join(home, "policy.yaml"), "sandbox: off\n");

  const { stdout } = planwright(["check", "plan.md", "--json"], top, { PLANWRIGHT_HOME: home });
  const report = JSON.parse(stdout);
  expect(report.sandbox).toEqual({ isHolding: false, mechanism: "none" });
  expect(report.steps.map(({ conclusion }: { conclusion: string }) => conclusion)).toEqual([
    "proven",
    "failing",
    "vacuous",
    "failing",
  ]);
  expect(planwright(["check", "plan.md"], top, { PLANWRIGHT_HOME: home }).stdout).toContain("without a sandbox");
});

test("a repository cannot switch it off, and its attempt is told", () => {
  const folder = tempFolder();
  const [top, home] = [join(folder, "repository"), join(folder, "home")];
  const files = { "planwright.config.yaml": "sandbox: off\n", "policy.yaml": "sandbox: off\n", "plan.md": PLAN };
  makeRepository(top, { files: { "a.txt": "1\n", ...files } });
  const { stdout } = planwright(["check", "plan.md", "1"], top, { PLANWRIGHT_HOME: home });
  expect(stdout).toContain("sandboxed by bubblewrap");
  expect(stdout).toMatch(/note: planwright\.config\.yaml says `sandbox`/);
});

test("a home inside the repository is refused", () => {
  const top = join(tempFolder(), "repository");
  makeRepository(top, { files: { "plan.md": PLAN } });
  const { status, stderr } = planwright(["check", "plan.md"], top, { PLANWRIGHT_HOME: join(top, ".agentflow") });
  expect(status).toBe(2);
  expect(stderr).toContain("lies in the repository; keys and policy must be outside it");
  symlinkSync(top, `${top}-link`);
  const linked = planwright(["check", "plan.md"], top, { PLANWRIGHT_HOME: join(`${top}-link`, "home") });
  expect(linked.status).toBe(2);
});

const PLAN = planOf(
  { contract: "grep -q 2 a.txt" },
  { contract: "test -e stale/x" },
  { contract: "node -p \"require('dep')\"" },
  { contract: "! git diff --quiet && git status" },
);
