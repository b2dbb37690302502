import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandGroups } from "../src/cli/command-groups.ts";
import { gitIn } from "./a-checkout.ts";
import { planwright } from "./cli.ts";
import { tempFolder } from "./temp-folder.ts";

const names = commandGroups.flatMap(([, commands]) => commands.map(([name]) => name));

/** A repository with two plans, and a third branch that would do harm to whoever carries its name out. */
function aRepository(): string {
  const folder = tempFolder();
  gitIn(folder, "init", "-q", "-b", "main");
  gitIn(folder, "commit", "-q", "--allow-empty", "-m", "base");
  for (const branch of ["plan/rate-limit", "plan/upload", "plan/$(>harm)", "plan/`>harm`"]) {
    gitIn(folder, "branch", branch);
  }
  return folder;
}

/** What bash offers for a command line whose last word is being typed. */
function offered(line: string, folder = aRepository()): string[] {
  const words = line.split(" ").map((word) => `'${word}'`);
  const script = `source ./script; COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}
_planwright; for word in "\${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done`;
  writeFileSync(join(folder, "script"), planwright(["completion", "bash"]).stdout);
  const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.split("\n").filter((word) => word !== "");
}

describe("in bash", () => {
  test("the first word is one of the commands", () => {
    expect(offered("planwright ")).toEqual(expect.arrayContaining(names));
    expect(offered("planwright re")).toEqual(names.filter((name) => name.startsWith("re")));
    expect(offered("planwright --no-color topic ")).toEqual(["list", "read", "post"]);
  });

  test("options are those of the command, and their values those that it takes", () => {
    expect(offered("planwright run plan.md --b")).toEqual(["--base", "--budget"]);
    expect(offered("planwright run --mode ")).toEqual(["autonomous", "interactive"]);
    expect(offered("planwright topic read news --l")).toEqual(["--last"]);
    expect(offered("planwright completion ")).toEqual(["bash", "zsh", "fish"]);
    expect(offered("planwright nosuch --l")).toEqual([]);
  });

  test("a run is one of this repository's plans, and what their names say is not carried out", () => {
    const folder = aRepository();
    expect(offered("planwright resume ", folder)).toEqual(["rate-limit", "upload"]);
    expect(offered("planwright show u", folder)).toEqual(["upload"]);
    expect(offered("planwright receipts plan/r", folder)).toEqual(["plan/rate-limit"]);
    expect(offered("planwright resume $", folder)).toEqual([]);
    expect(existsSync(join(folder, "harm"))).toBe(false);
    expect(offered("planwright resume ", tempFolder())).toEqual([]);
  });
});

describe.each(["bash", "zsh", "fish"])("the script of %s", (shell) => {
  const script = planwright(["completion", shell]).stdout;

  test("names every command and every option of it", () => {
    for (const name of names) expect(script).toMatch(new RegExp(`(?<![\\w-])${name}(?![\\w-])`));
    for (const option of ["budget", "start-over", "dry-run", "no-pager"]) expect(script).toContain(option);
  });

  test("is one that the shell can read, where it is installed", ({ skip }) => {
    const file = join(tempFolder(), `planwright.${shell}`);
    writeFileSync(file, script);
    const { error, status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
    if (error) return skip(`${shell} is not installed`);
    expect([status, stderr]).toEqual([0, ""]);
  });
});

test("in fish the first word is one of the commands", ({ skip }) => {
  const file = join(tempFolder(), "planwright.fish");
  writeFileSync(file, planwright(["completion", "fish"]).stdout);
  const command = `source ${file}; complete -C "planwright mer"`;
  const { error, status, stdout } = spawnSync("fish", ["-c", command], { encoding: "utf8" });
  if (error) return skip("fish is not installed");
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^merge\tmerge a plan/)]);
});

test("a shell that nobody knows is refused, with those that there are", () => {
  const { status, stderr } = planwright(["completion", "tcsh"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("Allowed choices are bash, zsh, fish.")]);
});
