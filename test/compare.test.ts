import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { planwright } from "./cli.ts";
import { stepsPlan } from "./plans.ts";
import { tempFolder } from "./temp-folder.ts";

const old = stepsPlan({ title: "First" }, { title: "Second", contract: "npm test && npm run lint" });

describe("planwright compare", () => {
  test("says that there is no difference and exits 0", () => {
    expect(compare(old, old)).toEqual({ status: 0, stdout: "old.md → new.md: no difference\n", stderr: "" });
  });

  test("exits 1 when something loosens", () => {
    const { status, stdout } = compare(old, old.replace("npm test && npm run lint", "npm test"));
    expect(status).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "old.md → new.md: 1 change, 1 loosens

      loosens
        step 2 “Second”: its contract no longer runs \`npm run lint\`
      "
    `);
  });

  test("exits 0 when things change or tighten, but nothing loosens", () => {
    const after = old.replace("npm run lint", "npm run lint && npm run types").replace("# A plan", "# The plan");
    const { status, stdout } = compare(old, after);
    expect(status).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "old.md → new.md: 2 changes, none loosens

      tightens
        step 2 “Second”: its contract also runs \`npm run types\`
      wording
        the plan was called “A plan”, now “The plan”
      "
    `);
  });

  test("exits 0 when a contract only says aloud that it fails", () => {
    const { status, stdout } = compare(old, old.replace("npm run lint", "npm run lint || { echo failed; exit 1; }"));
    expect(status).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "old.md → new.md: 1 change, none loosens

      wording
        step 2 “Second”: its contract ends with \`|| { echo failed; exit 1; }\`, and passes exactly when it did
      "
    `);
  });

  test("prints JSON with the verdict and every change", () => {
    const { status, stdout } = compare(old, old.replace("npm run lint", "npm run types"), "--format", "json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      before: { path: "old.md", dialect: "steps" },
      after: { path: "new.md", dialect: "steps" },
      verdict: "changes",
      changes: [
        {
          effect: "changes",
          subject: { kind: "step", before: "2", after: "2", title: "Second" },
          area: "contract",
          told: "its contract is another command; whether it proves as much cannot be told",
          before: { command: "npm test && npm run lint", exitCode: 0 },
          after: { command: "npm test && npm run types", exitCode: 0 },
        },
      ],
    });
  });

  test("prints nothing a terminal would obey, in either format", () => {
    const after = old.replace("npm run lint", "npm run \u009b31m\u202elint").replace("First", "Fi\u202erst");
    for (const format of ["words", "json"]) {
      expect(compare(old, after, "--format", format).stdout).not.toMatch(/[\u0080-\u009f\u202e]/);
    }
  });

  test("finds the steps of a one-file plan again in a plan folder", () => {
    const folder = folderWith({
      "old.md": stepsPlan({ title: "Write the page" }),
      "new/overview.md":
        "---\nstatus: draft\n---\n\n# A plan\n\n## What\n\nA page.\n\n## Task List\n\n| # | Task | Status | Result |\n| --- | --- | --- | --- |\n| 1 | task-01.md | pending | — |\n",
      "new/task-01.md": "# Write the page\n\n## What\n\nWrite `docs/1.md`.\n\n## Verification\n\nCommand: `true`\n",
    });
    const { stdout, stderr } = planwright(["compare", "old.md", "new"], folder);
    expect(stderr).toBe("");
    expect(stdout).toContain("step task-01 “Write the page” (was 1): its contract can no longer fail");
  });

  test("does not compare what it cannot read, and says why on stderr", () => {
    const { status, stdout, stderr } = compare(old, old.replace("**task:**", "**tsak:**"));
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^new\.md:\d+:\d+: error: .* \[PW\d{3}\]\n/);
    expect(compare("no plan", "no plan").stderr.split("\n")).toHaveLength(3);
  });

  test("tells a wrong command line from a loosened plan", () => {
    const folder = folderWith({ "old.md": old });
    for (const args of [["old.md"], ["old.md", "gone.md"], ["old.md", "old.md", "--format", "xml"]]) {
      const { status, stdout, stderr } = planwright(["compare", ...args], folder);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(/^planwright: /);
    }
  });

  test("says in its help what the exit status means", () => {
    expect(planwright(["compare", "--help"]).stdout).toContain("Exit status: 0 nothing loosens, 1 something does");
  });
});

describe("docs/comparing-plans.md", () => {
  const page = readFileSync("docs/comparing-plans.md", "utf8");
  const [before = "", after = ""] = [...page.matchAll(/^````markdown\n(.*?)^````$/gms)].map(([, plan]) => plan);

  test("shows what the two plans on it really compare to", () => {
    const folder = folderWith({ "plan.md": before, "plan-v2.md": after });
    const { status, stdout } = planwright(["compare", "plan.md", "plan-v2.md"], folder);
    const shown = /```console\n\$ planwright compare plan\.md plan-v2\.md\n(.*?)```/s.exec(page)?.[1];
    expect(stdout).toBe(shown);
    expect(status).toBe(1);
  });

  test("shows JSON as it is printed", () => {
    const folder = folderWith({ "plan.md": before, "plan-v2.md": after });
    const printed = JSON.parse(planwright(["compare", "plan.md", "plan-v2.md", "--format", "json"], folder).stdout);
    const shown = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? "");
    expect({ ...printed, changes: [] }).toEqual({ ...shown, changes: [] });
    expect(printed.changes).toEqual(expect.arrayContaining(shown.changes));
  });
});

function compare(before: string, after: string, ...options: string[]) {
  return planwright(["compare", "old.md", "new.md", ...options], folderWith({ "old.md": before, "new.md": after }));
}

function folderWith(files: Record<string, string>): string {
  const folder = tempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
