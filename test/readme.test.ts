import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { catalogue } from "../src/app/plans/catalogue.ts";
import { planwright } from "./cli.ts";
import { tempFolder } from "./temp-folder.ts";

const [readme = "", verifying = "", comparing = "", checking = "", commands = ""] = [
  ...["README.md", "docs/verifying.md", "docs/comparing-plans.md", "docs/check.md", "docs/commands.md"],
].map((page) => readFileSync(page, "utf8"));

describe("README.md", () => {
  test("shows a whole plan, which has nothing wrong and lies in examples/, too", () => {
    const [, plan = ""] = /^````markdown\n(.*?)^````$/ms.exec(readme) ?? [];
    expect(plan).toBe(readFileSync("examples/slugs.md", "utf8"));
    const folder = tempFolder();
    writeFileSync(join(folder, "plan.md"), plan);
    expect(planwright(["verify", "plan.md", "--strict"], folder)).toMatchObject({ status: 0, stdout: "" });
  });

  test("fits two screens", () => {
    expect(readme.split("\n").length).toBeLessThan(150);
  });
});

describe("the pages of docs/", () => {
  test("show diagnostics as the demo's plan really raises them", () => {
    const folder = tempFolder();
    copyFileSync("scripts/demo/plan.md", join(folder, "plan.md"));
    const { stdout } = planwright(["verify", "plan.md", "--format", "pretty"], folder);
    const shown = /```console\n\$ planwright verify plan\.md\n(.*?)```/s.exec(verifying)?.[1] ?? "";
    const blocks = shown.trim().split("\n\n");
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks) expect(stdout).toContain(block);
  });

  test("show a comparison as it really comes out", () => {
    const folder = tempFolder();
    copyFileSync("scripts/demo/plan.md", join(folder, "before.md"));
    planwright(["verify", "before.md", "--fix"], folder);
    const before = readFileSync(join(folder, "before.md"), "utf8");
    const after = before
      .replace("Catch the loss", "Show the loss")
      .replace("upload.test.js\n```", "upload.test.js || true\n```");
    writeFileSync(join(folder, "after.md"), after);
    const { stdout } = planwright(["compare", "before.md", "after.md"], folder);
    expect(stdout).not.toBe("");
    expect(comparing).toContain(`$ planwright compare before.md after.md\n${stdout}\`\`\``);
  });

  test.each([
    ["claimed", "vacuous", 1],
    ["done", "proven", 0],
  ])("show what check really says about work that is %s", (work, word, exit) => {
    const folder = tempFolder();
    const top = join(folder, "uploads");
    cpSync("scripts/demo/repository", top, { recursive: true });
    copyFileSync("scripts/demo/plan.md", join(top, "plan.md"));
    planwright(["verify", "plan.md", "--fix"], top);
    for (const words of ["init -q -b main", "add -A", "-c user.name=a -c user.email=a@b commit -qm base"])
      spawnSync("git", words.split(" "), { cwd: top });
    cpSync(`scripts/demo/${work}`, top, { recursive: true });
    const { status, stdout } = planwright(["check", "plan.md"], top, { PLANWRIGHT_HOME: join(folder, "home") });
    const timeless = (text: string): string => text.replaceAll(/\d+\.\d s/g, "T s");
    const shown = new RegExp(`\\$ planwright check plan\\.md\n(. ${word} .*?)\`\`\``, "s").exec(checking)?.[1] ?? "";
    expect(shown).not.toBe("");
    expect(timeless(stdout)).toContain(timeless(shown));
    expect(status).toBe(exit);
  });

  test("count the diagnostics right", () => {
    expect(verifying).toContain(`${catalogue.length} diagnostics`);
  });

  test("name every command", () => {
    const { stdout } = planwright(["--help"]);
    const names = [...stdout.matchAll(/^ {2}([a-z]+)(?: \[\w+\]| <\w+(?:\.\.\.)?>)* {2,}\S/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((name) => name !== "help" && !commands.includes(`\`${name}`))).toEqual([]);
  });
});
