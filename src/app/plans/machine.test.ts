import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { machineAt } from "./machine.ts";

test("paths are looked up from the repository's top folder", () => {
  const top = tempFolder();
  mkdirSync(join(top, ".git"));
  mkdirSync(join(top, "docs/plans"), { recursive: true });
  writeFileSync(join(top, "package.json"), "{}");
  writeFileSync(join(top, "docs/plans/plan.md"), "");
  const machine = machineAt(join(top, "docs/plans/plan.md"));
  expect(machine.exists("package.json")).toBe(true);
  expect(machine.exists("docs/plans")).toBe(true);
  expect(machine.exists("nowhere.json")).toBe(false);
});

test("only a program is found on PATH", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "plan.md"), "");
  chmodSync(join(folder, "plan.md"), 0o755);
  const machine = machineAt(join(folder, "plan.md"));
  expect(machine.which("bash")).toMatch(/\/bash$/);
  expect(machine.which("no-such-program-anywhere")).toBeNull();
  expect(machine.which("bin")).toBeNull();
});

test.each([
  ["test -f a.md && test -s a.md", null],
  ["cat <<E\nabc", null],
  ["test -f a.md &&", { offset: 15 }],
  ["( true ))", { offset: 0 }],
  ["true\nif test -f a.md; then", { offset: 26 }],
])("bash is asked what it thinks of %j", (command, fault) => {
  const machine = machineAt(".");
  if (fault === null) expect(machine.bashSyntax(command)).toBeNull();
  else
    expect(machine.bashSyntax(command)).toMatchObject({ message: expect.stringContaining("syntax error"), ...fault });
});

test("bash is not asked without end", () => {
  const machine = machineAt(".");
  for (let at = 0; at < 100; at++) expect(machine.bashSyntax(`true ${at}`)).toBeNull();
  expect(machine.bashSyntax("true 100")).toEqual({ message: "not looked at", offset: 0 });
  expect(machine.bashSyntax("true 99")).toBeNull();
});

test("agents are those of everybody, of the repository and of the person's policy", () => {
  const [top, home] = [tempFolder(), tempFolder()];
  vi.stubEnv("PLANWRIGHT_HOME", home);
  onTestFinished(() => void vi.unstubAllEnvs());
  mkdirSync(join(top, ".git"));
  writeFileSync(join(top, "planwright.config.yaml"), "agents: [painter]\n");
  expect(machineAt(top).agents).toEqual(expect.arrayContaining(["claude-code", "builtin", "painter"]));
  expect(machineAt(top).agents).not.toContain("aider");
  writeFileSync(join(home, "policy.yaml"), "agents: { aider: { command: aider --yes } }\n");
  expect(machineAt(top).agents).toContain("aider");
  writeFileSync(join(home, "policy.yaml"), "agents: [\n");
  expect(machineAt(top).agents).toContain("builtin");
});
